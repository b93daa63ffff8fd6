/** A partizan value and its measures, in the words of the command line. */

import type { JSX } from "preact";
import type { Partizan } from "../api";
import { begun } from "../typeset";

/** The number of letters of a value that needs no scrolling. */
const SHORT = 240;

/** The text of a value, which a reply leaves out where it is too long. */
export function ValueText({ value }: { value: string | null }): JSX.Element {
  if (value === null) return <span class="faint">too long to show; the command line prints it</span>;
  return value.length <= SHORT ? (
    <code class="value-text">{value}</code>
  ) : (
    <code class="value-text long" tabIndex={0}>
      {value}
    </code>
  );
}

interface Props {
  worth: Partizan;
  /** The name of the first player, who is Left. */
  left?: string | undefined;
}

export function Measures({ worth, left }: Props): JSX.Element {
  const rows: [string, JSX.Element | string][] = [
    ["Value", <ValueText value={worth.value} />],
    ["Class", `${worth.class}: ${worth.who}`],
    ["Stops", `${worth.left_stop} if Left begins, ${worth.right_stop} if Right begins`],
    ["Mean", worth.mean],
    ["Temperature", worth.temperature],
  ];
  if (worth.reduced !== worth.value) rows.push(["Reduced", <ValueText value={worth.reduced} />]);
  if (worth.atomic_weight !== null) rows.push(["Atomic weight", <ValueText value={worth.atomic_weight} />]);
  return (
    <section class="measures" aria-label="Value">
      <h2>Value</h2>
      <dl>
        {rows.map(([name, told]) => (
          <div>
            <dt>{name}</dt>
            <dd>{told}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>Thermograph</summary>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(worth.thermograph)}`}
          alt={`Thermograph: the walls meet at the mean ${worth.mean} and the temperature ${worth.temperature}`}
        />
      </details>
      {left !== undefined && left !== "Left" && <p class="faint">{begun(`Left is ${left}, the first player of the rules`)}</p>}
    </section>
  );
}
