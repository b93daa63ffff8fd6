/** The nim-sequence of a game on heaps: a plot, its period, a table, and files. */

import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Sequence } from "../api";
import { useWork } from "../ask";
import { download } from "../download";
import { go, parse, type Place, usePlace } from "../location";
import { Fault, Progress } from "../parts/notices";

const examples: [string, string][] = [
  ["0.77", "Kayles"],
  ["0.137", "Dawson's Chess"],
  ["0.07", "Dawson's Kayles"],
  ["{1,3,4}", "take 1, 3 or 4"],
  ["0.6", "an octal game without a known period"],
  ["4.000000033", "Grundy's cousin"],
];

const SIZES = [100, 1000, 10000, 100000, 1000000];
const PAGE = 100;

export function Screen(): JSX.Element {
  const place = usePlace();
  const code = place.query.get("code") ?? "0.77";
  const terms = Math.min(1000000, Number(place.query.get("terms") ?? 1000) || 1000);
  const [typed, type] = useState(code);
  useEffect(() => type(code), [code]);
  useEffect(() => {
    document.title = `${code} · Heaps · Zug`;
  }, [code]);
  const asked = useWork<Sequence>("sequence", { code, terms });
  const answer = asked.answer;
  // Another sequence begins with its first heaps.
  const change = (changes: Record<string, string>) => go({ screen: "heaps", game: "", query: new Map([...place.query, ["page", ""], ["range", ""], ...Object.entries(changes)]) });
  return (
    <main class="heaps-screen" id="content" tabIndex={-1}>
      <header class="title">
        <h1>Heaps</h1>
        <p class="rules">The nimbers of a take-and-break game, heap by heap, and their period where one is proved.</p>
      </header>
      <form
        class="row tools"
        onSubmit={(event) => {
          event.preventDefault();
          change({ code: typed.trim() });
        }}
      >
        <label class="field">
          <span>Code, set or name</span>
          <input type="text" spellcheck={false} value={typed} onInput={(event) => type(event.currentTarget.value)} />
        </label>
        <label class="field">
          <span>Heaps</span>
          <select value={String(terms)} onChange={(event) => change({ terms: event.currentTarget.value })}>
            {[...new Set([...SIZES, terms])].map((n) => (
              <option value={String(n)}>{n.toLocaleString("en")}</option>
            ))}
          </select>
        </label>
        <button type="submit" class="main">
          Show
        </button>
      </form>
      <p class="examples">
        For example{" "}
        {examples.map(([text, words], n) => (
          <>
            {n > 0 && ", "}
            <button type="button" class="quiet" onClick={() => change({ code: text })}>
              {words}
            </button>
          </>
        ))}
        .
      </p>
      {asked.error && <Fault error={asked.error} />}
      {asked.busy && asked.job && <Progress job={asked.job} onCancel={asked.cancel} />}
      {asked.cancelled && <p role="status">The work was cancelled.</p>}
      {answer && <Shown sequence={answer} place={place} />}
    </main>
  );
}

function Shown({ sequence, place }: { sequence: Sequence; place: Place }): JSX.Element {
  const { period, values } = sequence;
  const page = Math.min(Math.max(0, Math.ceil(values.length / PAGE) - 1), Math.max(0, Math.floor(Number(place.query.get("page")) || 0)));
  const turn = (to: number) => go({ ...place, query: new Map([...place.query, ["page", to > 0 ? String(to) : ""]]) }, "quietly");
  const rows = values.slice(page * PAGE, (page + 1) * PAGE);
  const last = Math.max(0, Math.ceil(values.length / PAGE) - 1);
  return (
    <>
      <section class="result" aria-label="Result">
        <h2 class="name">{sequence.titles.length > 0 ? sequence.titles.join(", ") : sequence.code}</h2>
        {sequence.rules.map((line) => (
          <p class="line">{line}</p>
        ))}
        <p role="status">
          {period ? (
            <>
              <strong>Period {period.period.toLocaleString("en")} is proved</strong>
              {period.saltus > 0 && `, with saltus ${period.saltus}`}, from heap {period.preperiod.toLocaleString("en")} on
              {period.last_exception === null ? ", without exception" : `; heap ${period.last_exception.toLocaleString("en")} is the last exception`}.{" "}
              <span class="faint">
                {period.theorem}, checked to heap {period.checked_to.toLocaleString("en")}.
              </span>
            </>
          ) : (
            <span class="faint">No period is proved within these heaps.</span>
          )}
          {sequence.largest && ` The largest nimber is ${sequence.largest.nimber}, first at heap ${sequence.largest.heap.toLocaleString("en")}.`}
          {!sequence.complete && ` Time or memory ended the work at heap ${(sequence.from + values.length - 1).toLocaleString("en")}.`}
        </p>
      </section>
      <Plot sequence={sequence} place={place} />
      <div class="row exports">
        <span class="faint">Save</span>
        <button type="button" onClick={() => save(sequence, "csv")}>
          CSV
        </button>
        <button type="button" onClick={() => save(sequence, "txt")}>
          OEIS b-file
        </button>
        <button type="button" onClick={() => save(sequence, "svg")}>
          SVG
        </button>
      </div>
      <section aria-label="Values">
        <h2>Values</h2>
        <div class="canvas" tabIndex={0} role="group" aria-label="Table of nimbers">
          <table class="grid-values">
            <thead>
              <tr>
                <th scope="col">Heap</th>
                {Array.from({ length: 10 }, (_, k) => (
                  <th scope="col">+{k}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: Math.ceil(rows.length / 10) }, (_, r) => (
                <tr>
                  <th scope="row">{(sequence.from + page * PAGE + r * 10).toLocaleString("en")}</th>
                  {rows.slice(r * 10, r * 10 + 10).map((value, k) => {
                    const heap = sequence.from + page * PAGE + r * 10 + k;
                    return <td class={period && heap >= period.preperiod && Math.floor((heap - period.preperiod) / period.period) % 2 === 0 ? "in-period" : ""}>{value}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div class="row">
          <button type="button" disabled={page === 0} onClick={() => turn(page - 1)}>
            Heaps before
          </button>
          <button type="button" disabled={page >= last} onClick={() => turn(page + 1)}>
            Heaps after
          </button>
        </div>
      </section>
    </>
  );
}

function Plot({ sequence, place }: { sequence: Sequence; place: Place }): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [pointed, point] = useState<number | null>(null);
  const { values, from, period } = sequence;
  const end = from + values.length - 1;
  const data = useMemo<uPlot.AlignedData>(() => [values.map((_, n) => from + n), values], [sequence]);
  useEffect(() => {
    const element = frame.current!;
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const [ink, soft, line, shade] = [colour("--ink"), colour("--soft"), colour("--line"), colour("--tray")];
    const font = "12px system-ui, sans-serif";
    const shading = (u: uPlot) => {
      if (!period) return;
      const { ctx } = u;
      const { left, top, width, height } = u.bbox;
      const [low, high] = [u.scales.x!.min ?? 0, u.scales.x!.max ?? 0];
      ctx.save();
      ctx.fillStyle = shade;
      const size = (period.period * width) / Math.max(1, high - low);
      const first = Math.max(0, Math.floor((low - period.preperiod) / period.period));
      if (size < 3) {
        // The stripes would be too narrow: all that repeats is shaded as one.
        const x = Math.max(left, u.valToPos(period.preperiod - 0.5, "x", true));
        ctx.fillRect(x, top, left + width - x, height);
      } else {
        for (let k = first; ; k++) {
          const start = period.preperiod + k * period.period - 0.5;
          if (start > high) break;
          if (k % 2 !== 0) continue;
          const x1 = Math.max(left, u.valToPos(start, "x", true));
          const x2 = Math.min(left + width, u.valToPos(start + period.period, "x", true));
          if (x2 > x1) ctx.fillRect(x1, top, x2 - x1, height);
        }
      }
      ctx.restore();
    };
    /** One dot for all heaps that fall on the same pixel: a million heaps are drawn at once. */
    const points = (u: uPlot) => {
      const { ctx } = u;
      const { left, top, width, height } = u.bbox;
      const [low, high] = [u.scales.x!.min ?? from, u.scales.x!.max ?? end];
      const across = width / Math.max(1, high - low);
      const [first, last] = [Math.max(0, Math.floor(low - from)), Math.min(values.length - 1, Math.ceil(high - from))];
      const radius = Math.max(1, Math.min(3.2, across * 0.32)) * devicePixelRatio;
      const heights = new Map<number, number>();
      const taken = new Set<number>();
      let column = -1;
      ctx.save();
      ctx.beginPath();
      ctx.rect(left, top, width, height);
      ctx.clip();
      ctx.fillStyle = ink!;
      ctx.beginPath();
      for (let n = first; n <= last; n++) {
        const x = Math.round(left + (from + n - low) * across);
        if (x !== column) {
          column = x;
          taken.clear();
        }
        const value = values[n]!;
        if (taken.has(value)) continue;
        taken.add(value);
        let y = heights.get(value);
        if (y === undefined) heights.set(value, (y = u.valToPos(value, "y", true)));
        if (radius < 2) ctx.rect(x - radius, y - radius, 2 * radius, 2 * radius);
        else {
          ctx.moveTo(x + radius, y);
          ctx.arc(x, y, radius, 0, 2 * Math.PI);
        }
      }
      ctx.fill();
      ctx.restore();
    };
    // The address tells what is looked at, once the person has stopped moving it.
    let telling: ReturnType<typeof setTimeout> | undefined;
    const tell = (u: uPlot) => {
      clearTimeout(telling);
      telling = setTimeout(() => {
        const { min, max } = u.scales.x!;
        const [low, high] = [Math.round(min ?? from), Math.round(max ?? end)];
        const now = parse(location.hash);
        if (now.screen !== "heaps") return;
        go({ ...now, query: new Map([...now.query, ["range", low <= from && high >= end ? "" : `${low}-${high}`]]) }, "quietly");
      }, 300);
    };
    const whole = (numbers: number[]) => numbers.map((n) => (Number.isInteger(n) ? n.toLocaleString("en") : ""));
    const made = new uPlot(
      {
        width: element.clientWidth,
        height: 340,
        legend: { show: false },
        cursor: { drag: { x: true, y: false }, points: { size: 8 } },
        scales: { x: { time: false } },
        axes: [
          { stroke: soft, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line }, values: (_, list) => whole(list) },
          { stroke: soft, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line }, size: 46, values: (_, list) => whole(list) },
        ],
        series: [{}, { stroke: ink, width: 0, paths: () => null, points: { show: false } }],
        hooks: {
          drawClear: [shading],
          draw: [points],
          setCursor: [(u) => point(u.cursor.idx ?? null)],
          setScale: [(u, scale) => scale === "x" && u.status === 1 && tell(u)],
        },
      },
      data,
      element,
    );
    plot.current = made;
    const range = /^(\d+)-(\d+)$/.exec(place.query.get("range") ?? "");
    if (range && Number(range[1]) < Number(range[2])) show(Number(range[1]), Number(range[2]));
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: 340 }));
    resize.observe(element);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = made.over.getBoundingClientRect();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, made.posToVal(event.clientX - box.left, "x"));
    };
    made.over.addEventListener("wheel", wheel, { passive: false });
    return () => {
      clearTimeout(telling);
      resize.disconnect();
      made.destroy();
    };
  }, [sequence]);

  function show(low: number, high: number): void {
    const length = Math.min(high - low, end - from);
    const start = Math.max(from, Math.min(low, end - length));
    plot.current?.setScale("x", { min: start, max: start + Math.max(4, length) });
  }
  function zoom(factor: number, middle?: number): void {
    const { min, max } = plot.current!.scales.x!;
    const [low, high] = [min ?? from, max ?? end];
    const at = middle ?? (low + high) / 2;
    show(at - (at - low) * factor, at + (high - at) * factor);
  }
  function pan(share: number): void {
    const { min, max } = plot.current!.scales.x!;
    const [low, high] = [min ?? from, max ?? end];
    show(low + (high - low) * share, high + (high - low) * share);
  }
  return (
    <figure class="plot">
      <div ref={frame} role="img" aria-label={`The nimbers of heaps ${from} to ${end}; the table below has them as numbers`} />
      <figcaption class="row">
        <button type="button" onClick={() => pan(-0.5)} aria-label="Smaller heaps">
          ←
        </button>
        <button type="button" onClick={() => pan(0.5)} aria-label="Larger heaps">
          →
        </button>
        <button type="button" onClick={() => zoom(0.5)} aria-label="Nearer">
          +
        </button>
        <button type="button" onClick={() => zoom(2)} aria-label="Farther">
          −
        </button>
        <button type="button" onClick={() => show(from, end)}>
          All
        </button>
        <span class="faint" aria-hidden="true">
          {pointed === null ? `${period ? "Shaded stripes are proved periods. " : ""}Drag to look nearer.` : `Heap ${(from + pointed).toLocaleString("en")} has nimber ${values[pointed]}.`}
        </span>
      </figcaption>
    </figure>
  );
}

function save(sequence: Sequence, form: "csv" | "txt" | "svg"): void {
  const { values, from, code } = sequence;
  const lines = {
    csv: () => ["heap,nimber", ...values.map((value, n) => `${from + n},${value}`)].join("\n"),
    txt: () => values.map((value, n) => `${from + n} ${value}`).join("\n"),
    svg: () => picture(values, from),
  };
  const text = `${lines[form]()}\n`;
  download(form === "txt" ? `b${code}.txt` : `${code}.${form}`, text, form === "svg" ? "image/svg+xml" : "text/plain");
}

/** The number of heaps up to which each is a point of its own in a picture. */
const FEW_POINTS = 2000;

/**
 * The sequence as a picture. Each heap is a point; where they are many, points that fall on the same
 * pixel are drawn once, and those one under the other as a line, so that all heaps are in it.
 */
function picture(values: number[], from: number): string {
  const top = values.reduce((most, value) => Math.max(most, value), 1);
  const [width, height] = [900, 300];
  const [across, down] = [width - 60, height - 50];
  const x = (n: number) => 40 + (n / Math.max(1, values.length - 1)) * across;
  const y = (value: number) => height - 30 - (value / top) * down;
  let points: string;
  if (values.length <= FEW_POINTS) {
    points = values.map((value, n) => `<circle cx="${x(n).toFixed(1)}" cy="${y(value).toFixed(1)}" r="1.6"/>`).join("");
  } else {
    const pixels = new Uint8Array((across + 1) * (down + 1));
    values.forEach((value, n) => (pixels[Math.round(x(n) - 40) * (down + 1) + Math.round((value / top) * down)] = 1));
    let path = "";
    for (let column = 0; column <= across; column++) {
      for (let row = 0; row <= down; row++) {
        const lowest = row;
        while (row <= down && pixels[column * (down + 1) + row] === 1) row++;
        if (row > lowest) path += `M${column + 40} ${height - 30 - lowest + 0.5}v${lowest - row}`;
      }
    }
    points = `<path d="${path}" stroke="#000"/>`;
  }
  const last = from + values.length - 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11"><title>Nimbers of heaps ${from} to ${last}</title><path d="M40 20V${height - 30}H${width - 20}" fill="none" stroke="#999"/>${points}<text x="34" y="${y(0) + 4}" text-anchor="end">0</text><text x="34" y="${y(top) + 4}" text-anchor="end">${top}</text><text x="40" y="${height - 12}">${from}</text><text x="${width - 20}" y="${height - 12}" text-anchor="end">${last}</text></svg>`;
}
