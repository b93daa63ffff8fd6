/** Fields for numbers and for lists of numbers, with buttons for one more and one less. */

import type { JSX } from "preact";

interface NumberProps {
  label: string;
  value: number;
  least: number | null;
  most: number | null;
  onChange: (value: number) => void;
}

/** A number between its bounds. */
export function Stepper({ label, value, least, most, onChange }: NumberProps): JSX.Element {
  const within = (n: number) => Math.min(most ?? Infinity, Math.max(least ?? -Infinity, Math.round(n)));
  return (
    <span class="stepper">
      <button type="button" aria-label={`${label}, one less`} disabled={least !== null && value <= least} onClick={() => onChange(within(value - 1))}>
        −
      </button>
      <input type="number" aria-label={label} value={value} {...(least === null ? {} : { min: least })} {...(most === null ? {} : { max: most })} onChange={(event) => event.currentTarget.value !== "" && onChange(within(Number(event.currentTarget.value)))} />
      <button type="button" aria-label={`${label}, one more`} disabled={most !== null && value >= most} onClick={() => onChange(within(value + 1))}>
        +
      </button>
    </span>
  );
}

interface ListProps {
  label: string;
  items: number[][];
  least: number | null;
  most: number | null;
  /** Whether things can be added and taken away. */
  grows: boolean;
  onChange: (items: number[][]) => void;
}

/** A list, each thing in it one number or several that belong together. */
export function Steppers({ label, items, least, most, grows, onChange }: ListProps): JSX.Element {
  const put = (at: number, k: number, value: number) => onChange(items.map((item, n) => (n === at ? item.map((old, m) => (m === k ? value : old)) : item)));
  return (
    <div class="steppers">
      {items.map((item, at) => (
        <span class="item">
          {item.map((value, k) => (
            <Stepper label={`${label} ${at + 1}${item.length > 1 ? `, number ${k + 1}` : ""}`} value={value} least={least} most={most} onChange={(next) => put(at, k, next)} />
          ))}
          {grows && items.length > 1 && (
            <button type="button" class="quiet" aria-label={`Take ${label} ${at + 1} away`} onClick={() => onChange(items.filter((_, n) => n !== at))}>
              ×
            </button>
          )}
        </span>
      ))}
      {grows && items.length < MOST && (
        <button type="button" class="quiet" aria-label={`Add one to ${label}`} onClick={() => onChange([...items, (items.at(-1) ?? [1]).slice()])}>
          + Add
        </button>
      )}
    </div>
  );
}

/** The length of a list up to which each number has a field of its own. */
export const MOST = 16;
