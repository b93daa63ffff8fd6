/** What the server asks and answers under `/api/v1`, as `crates/web/src/api` defines it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type OutcomeWord = "win" | "loss" | "draw";
export type PlayWord = "normal" | "misere";

export interface Parameter {
  name: string;
  default: string;
  value: Json;
  text: boolean;
  least: number | null;
  most: number | null;
}

export interface Game {
  name: string;
  title: string;
  kind: string;
  rules: string;
  source: string;
  known: string;
  players: [string, string] | null;
  parameters: Parameter[];
  picture: "grid" | "row" | "lines" | "numbers" | "plain";
  /** The number of positions of a game that is solved whole; null where one is searched. */
  positions: number | null;
  text: string | null;
}

export interface Kind {
  kind: string;
  games: Game[];
}

export interface At {
  game?: string;
  rules?: string;
  set?: Record<string, string>;
  play?: PlayWord;
  position?: string;
  moves?: string[];
}

export interface Variable {
  name: string;
  index: null | {
    kind: "grid" | "row" | "players" | "names" | "other";
    name: string | null;
    keys: string[];
    size: [number, number] | null;
  };
  values: Json[];
  range: [number, number] | null;
}

export interface Cell {
  key: string;
  x: number;
  y: number;
  mark: string;
  content: Json;
  player: 0 | 1 | null;
  look: { shape: "disc" | "letter"; colour: string | null } | null;
}

export interface Picture {
  form: "grid" | "row" | "lines" | "value";
  variable: string | null;
  cells: Cell[];
  lines: string[];
}

export interface PartData {
  game: string;
  parameters: Record<string, Json>;
  constants: Record<string, Json>;
  variables: Variable[];
  pictures: Picture[];
}

export interface Move {
  move: string;
  name: string;
  part: number;
  choices: { name: string; value: Json }[];
  picks: Json[];
  changed: { part: number; variable: string; key: string | null; before: Json; after: Json }[];
  position: string;
  keeps_turn: boolean;
}

export interface Position {
  game: string;
  parameters: Record<string, Json>;
  play: PlayWord;
  play_matters: boolean;
  players: [string, string] | null;
  position: string;
  label: string;
  text: string | null;
  turn: 0 | 1;
  finished: null | { outcome: OutcomeWord; winner: 0 | 1 | null; score: number | null };
  parts: PartData[];
  moves: Move[];
  history: { position: string; turn: 0 | 1; move: string }[];
  scores: boolean;
  gained: [number, number] | null;
}

export interface Value {
  outcome: OutcomeWord | null;
  at_least: OutcomeWord | null;
  at_most: OutcomeWord | null;
  tie: boolean | null;
  remoteness: number | null;
  endless: boolean;
  within: number | null;
  nimber: number | null;
  score: number | null;
}

/** A partizan value; the texts of values are null where they are too long for a reply. */
export interface Partizan {
  value: string | null;
  class: "L" | "R" | "N" | "P";
  who: string;
  left_stop: string;
  right_stop: string;
  mean: string;
  temperature: string;
  reduced: string | null;
  atomic_weight: string | null;
  birthday: number;
  /** A picture (SVG). */
  thermograph: string;
}

export interface MoveValue extends Value {
  move: string;
  position: string | null;
  best: boolean;
  partizan: string | null;
}

export interface Values {
  state: "done";
  known_by: "table" | "search" | "theorem";
  theorem: null | { name: string; source: string };
  position: string;
  value: Value;
  partizan: Partizan | null;
  moves: MoveValue[];
  more_moves: boolean;
  complete: boolean;
  method: string;
  positions: number | null;
  searched: number | null;
  history: (Value | null)[];
}

export interface Job {
  state: "job";
  id: string;
  status: "waiting" | "running" | "done" | "failed" | "cancelled";
  phase: string | null;
  ahead: number;
  positions: number;
  positions_per_second: number | null;
  memory: number;
  share: number | null;
  seconds: number;
  result: Json;
  error: Problem | null;
}

/** A number that an explanation puts in; without places it is that of the whole part. */
export interface PlacedNumber {
  number: number;
  part: number;
  places: string[];
}

export interface Explanation {
  state: "done";
  known_by: "table" | "search" | "theorem";
  position: string | null;
  value: Value;
  why: string[];
  numbers: PlacedNumber[];
  theorem: null | { name: string; source: string };
}

export interface Diagnostic {
  line: number;
  column: number;
  length: number;
  start: number;
  end: number;
  message: string;
  label: string;
  remedy: string | null;
  drawn: string;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  remedy: string | null;
  diagnostic: Diagnostic | null;
  index: number | null;
}

export interface Check {
  ok: boolean;
  diagnostics: Diagnostic[];
  setting: string | null;
  game: string | null;
  players: [string, string] | null;
  parameters: Parameter[];
  start: string | null;
  size: null | { states: string | null; bits: number; ground_moves: number[]; symmetries: number; fits: boolean };
}

export interface TreeNode extends Value {
  parent: number | null;
  move: string | null;
  best: boolean | null;
  position: string;
  label: string;
  mover: string | null;
  minimax: number | null;
  cut: boolean;
  /** The position as data, where boards were asked for and are not too many. */
  board: PartData[];
}

export interface Tree {
  state: "done";
  minimax_for: string;
  players: [string, string] | null;
  has_scores: boolean;
  depth: number | null;
  nodes: TreeNode[];
}

export interface GraphNode extends Value {
  position: string;
  label: string;
  mover: string | null;
  depth: number;
  finished: boolean;
}

export interface Graph {
  state: "done";
  nodes: GraphNode[];
  edges: { from: number; to: number; move: string; best: boolean }[];
  cut: boolean;
  cyclic: boolean;
}

/** All positions of a game, counted. */
export interface Table {
  state: "done";
  positions: number;
  finished: number;
  players: [string, string] | null;
  won_by: [number, number] | null;
  wins: number;
  losses: number;
  draws: number;
  longest: number | null;
  value: Value;
  csv: string | null;
}

export interface Sequence {
  state: "done";
  code: string;
  titles: string[];
  kind: string;
  rules: string[];
  same_as: string[];
  from: number;
  values: number[];
  period: null | {
    preperiod: number;
    period: number;
    saltus: number;
    last_exception: number | null;
    theorem: string;
    checked_to: number;
  };
  largest: null | { nimber: number; heap: number };
  counts: number[];
  method: string;
  complete: boolean;
  seconds: number;
}

export type Compound = "one" | "some" | "notall" | "all";

export interface Sum {
  state: "done";
  compound: Compound;
  compound_words: string;
  play: PlayWord;
  /** Whether it matters who begins: Left, the first player of the rules, or Right. */
  mover_matters: boolean;
  to_move: "first" | "second";
  parts: { text: string; nimber: number | null; outcome: OutcomeWord | null; remoteness: number | null; value: string | null; without: string | null }[];
  value: Value;
  partizan: Partizan | null;
  /** A value in which play can go round. */
  loopy_value: string | null;
  /** The places of the hottest parts. */
  hottest: number[];
  moves: { moves: { part: number; move: string; position: string | null }[] }[];
  more_moves: boolean;
  why: string[];
}

/** The server refused a request, and said why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  if (response.ok && body !== null) return body as T;
  const problem: Partial<Problem> = typeof body === "object" && body !== null ? body : {};
  throw new Refused({
    type: problem.type ?? "unknown",
    title: problem.title ?? "The server gave no answer",
    status: response.status,
    detail: problem.detail ?? `The server answered ${response.status}.`,
    remedy: problem.remedy ?? null,
    diagnostic: problem.diagnostic ?? null,
    index: problem.index ?? null,
  });
}

async function send(input: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refused({
      type: "unreachable",
      title: "The server does not answer",
      status: 0,
      detail: "The server does not answer.",
      remedy: "Start it again with `zug serve`, then reload this page.",
      diagnostic: null,
      index: null,
    });
  }
}

const root = "api/v1/";

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return read<T>(await send(root + path, { signal: signal ?? null }));
}

async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: signal ?? null };
  return read<T>(await send(root + path, init));
}

export const position = (at: At, signal?: AbortSignal) => post<Position>("position", at, signal);
export const check = (rules: string, set: Record<string, string>, signal?: AbortSignal) =>
  post<Check>("check", { rules, set }, signal);

/** Cancels a job; that the job is no longer there is no fault. */
export async function cancel(id: string): Promise<void> {
  await send(`${root}jobs/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/**
 * Asks for what may take long: if the server makes a job of it, follows the job to its end.
 *
 * Each report of the job goes to `told`. If `signal` says so, the job is cancelled. Work that is
 * lost, because the server's worker ended, is asked for once more.
 */
export async function work<T extends { state: "done" }>(
  path: string,
  body: unknown,
  told: (job: Job) => void,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await workOnce<T>(path, body, told, signal);
  } catch (error) {
    if (error instanceof Refused && error.problem.type === "lost") return workOnce<T>(path, body, told, signal);
    throw error;
  }
}

async function workOnce<T extends { state: "done" }>(
  path: string,
  body: unknown,
  told: (job: Job) => void,
  signal?: AbortSignal,
): Promise<T> {
  const first = await post<T | Job>(path, body, signal);
  if (first.state === "done") return first;
  const id = first.id;
  told(first);
  return new Promise<T>((resolve, reject) => {
    const events = new EventSource(`${root}jobs/${encodeURIComponent(id)}/events`);
    const close = () => {
      events.close();
      signal?.removeEventListener("abort", left);
    };
    const left = () => {
      close();
      void cancel(id);
      reject(new DOMException("cancelled", "AbortError"));
    };
    if (signal?.aborted) return left();
    signal?.addEventListener("abort", left);
    const hear = (job: Job) => {
      told(job);
      if (job.status === "waiting" || job.status === "running") return;
      close();
      if (job.status === "done" && job.result !== null) return resolve(job.result as unknown as T);
      const problem: Problem = job.error ?? {
        type: "cancelled",
        title: "Cancelled",
        status: 0,
        detail: "The work was cancelled.",
        remedy: null,
        diagnostic: null,
        index: null,
      };
      reject(new Refused(problem));
    };
    const listen = (event: MessageEvent<string>) => hear(JSON.parse(event.data) as Job);
    for (const name of ["progress", "end"]) events.addEventListener(name, listen as EventListener);
    events.onerror = () => {
      // The stream may have ended between two reports: what became of the job can still be asked.
      get<Job>(`jobs/${encodeURIComponent(id)}`).then(hear, (error: unknown) => {
        close();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    };
  });
}
