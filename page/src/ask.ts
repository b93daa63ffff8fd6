/** Questions to the server as hooks: the last answer stays until the next one is there. */

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type At, type Job, position, type Position, Refused, work } from "./api";

export interface Asked<T> {
  answer: T | null;
  /** What the answer is of; it may be of the question before while `busy`. */
  key: string | null;
  busy: boolean;
  job: Job | null;
  error: Refused | null;
  /** Whether the person cancelled it. */
  cancelled: boolean;
  cancel: () => void;
}

const refused = (error: unknown): Refused =>
  error instanceof Refused
    ? error
    : new Refused({ type: "page", title: "This page failed", status: 0, detail: String(error), remedy: null, diagnostic: null, index: null });

/** The number of answers that are kept. */
const KEPT = 300;

/** Answers by their questions, so that going back in history asks nothing. */
const answers = new Map<string, unknown>();

function keep(key: string, answer: unknown): void {
  answers.delete(key);
  answers.set(key, answer);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value as string);
}

function useAnswer<T>(key: string | null, ask: (signal: AbortSignal, told: (job: Job) => void) => Promise<T>, keeps: (answer: T) => boolean): Asked<T> {
  const blank = { answer: null, key: null, busy: false, job: null, error: null, cancelled: false };
  const [state, change] = useState<Omit<Asked<T>, "cancel">>(blank);
  const control = useRef<AbortController | null>(null);
  useEffect(() => {
    if (key === null) {
      change(blank);
      return;
    }
    const before = answers.get(key) as T | undefined;
    if (before !== undefined) {
      change({ ...blank, answer: before, key });
      return;
    }
    const own = new AbortController();
    control.current = own;
    let here = true;
    change((old) => ({ ...old, busy: true, job: null, error: null, cancelled: false }));
    const told = (job: Job) => here && change((old) => ({ ...old, job }));
    ask(own.signal, told).then(
      (answer) => {
        if (keeps(answer)) keep(key, answer);
        if (here) change({ ...blank, answer, key });
      },
      (error: unknown) => {
        if (!here) return;
        const stopped = (error instanceof DOMException && error.name === "AbortError") || (error instanceof Refused && error.problem.type === "cancelled");
        change({ ...blank, key, error: stopped ? null : refused(error), cancelled: stopped });
      },
    );
    return () => {
      here = false;
      own.abort();
    };
  }, [key]);
  const cancel = useCallback(() => {
    control.current?.abort();
  }, []);
  return { ...state, cancel };
}

export function usePosition(at: At | null): Asked<Position> {
  const key = at === null ? null : `position ${JSON.stringify(at)}`;
  return useAnswer(key, (signal) => position(at!, signal), () => true);
}

/** What may take long: values, explanations, trees, sums. */
export function useWork<T extends { state: "done" }>(path: string, body: object | null, keeps: (answer: T) => boolean = () => true): Asked<T> {
  const key = body === null ? null : `${path} ${JSON.stringify(body)}`;
  return useAnswer<T>(key, (signal, told) => work<T>(path, body, told, signal), keeps);
}
