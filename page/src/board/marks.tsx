/** What lies on a spot, as SVG around the origin; one cell is one unit. */

import type { JSX } from "preact";
import type { Mark, Side } from "./drawing";

export const sideClass = (side: Side | undefined): string => (side === 0 ? "side0" : side === 1 ? "side1" : "neutral");

const chessPaths: Record<string, string> = {
  P: "M-.22 .34H.22V.26Q.07 .14 .08 -.04H.14V-.09H.1A.15 .15 0 1 0 -.1 -.09H-.14V-.04H-.08Q-.07 .14 -.22 .26Z",
  R: "M-.26 .34H.26V.24H.18L.15 -.1H.23V-.33H.13V-.24H.05V-.33H-.05V-.24H-.13V-.33H-.23V-.1H-.15L-.18 .24H-.26Z",
  B: "M-.24 .34H.24V.26H.1Q.22 .1 .15 -.05Q.1 -.17 .04 -.23A.07 .07 0 1 0 -.04 -.23Q-.1 -.17 -.15 -.05Q-.22 .1 -.1 .26H-.24Z",
  Q: "M-.25 .34H.25V.24L.21 .15L.34 -.2L.16 -.02L.13 -.31L0 -.06L-.13 -.31L-.16 -.02L-.34 -.2L-.21 .15L-.25 .24Z",
  K: "M-.25 .34H.25V.22Q.4 .02 .26 -.1Q.14 -.17 .04 -.06V-.18H.12V-.25H.04V-.34H-.04V-.25H-.12V-.18H-.04V-.06Q-.14 -.17 -.26 -.1Q-.4 .02 -.25 .22Z",
  N: "M-.2 .34H.26V.26Q.28 -.06 .12 -.2L.08 -.33L0 -.23Q-.18 -.16 -.28 .05L-.21 .14L-.07 .06Q.03 .06 -.02 .12Q-.18 .2 -.16 .34Z",
};

/** The head of each animal: filled shapes, then lines. */
const animals: Record<string, [string[], string]> = {
  cat: [["M-.27 -.32L-.08 -.2H.08L.27 -.32V.04A.27 .26 0 0 1 -.27 .04Z"], "M-.12 .0V.01M.12 .0V.01M-.03 .12L0 .15L.03 .12M.1 .13L.34 .08M.1 .17L.33 .2M-.1 .13L-.34 .08M-.1 .17L-.33 .2"],
  mouse: [["M-.2 -.3A.14 .14 0 1 0 -.22 -.04A.24 .24 0 0 0 0 .3A.24 .24 0 0 0 .22 -.04A.14 .14 0 1 0 .2 -.3A.14 .14 0 0 0 .1 -.16H-.1A.14 .14 0 0 0 -.2 -.3Z"], "M-.09 .04V.05M.09 .04V.05M0 .2V.21"],
  fox: [["M-.3 -.32L-.12 -.18H.12L.3 -.32L.28 -.02L0 .32L-.28 -.02Z"], "M-.12 -.02V-.01M.12 -.02V-.01M0 .24V.25"],
  dog: [["M-.2 -.24H.2A.12 .2 0 0 1 .34 .08A.1 .1 0 0 1 .2 .06V.12A.2 .2 0 0 1 -.2 .12V.06A.1 .1 0 0 1 -.34 .08A.12 .2 0 0 1 -.2 -.24Z"], "M-.09 -.04V-.03M.09 -.04V-.03M-.05 .13H.05M0 .13V.2"],
  hare: [["M-.13 .0Q-.24 -.36 -.13 -.38Q-.02 -.36 -.03 -.06H.03Q.02 -.36 .13 -.38Q.24 -.36 .13 .0A.2 .2 0 1 1 -.13 0Z"], "M-.08 .1V.11M.08 .1V.11M0 .2V.21"],
  tiger: [["M-.18 -.22A.11 .11 0 1 0 -.27 -.06A.28 .27 0 1 0 .27 -.06A.11 .11 0 1 0 .18 -.22A.3 .3 0 0 0 -.18 -.22Z"], "M-.11 .02V.03M.11 .02V.03M-.04 .14H.04M0 -.24V-.12M-.08 -.22V-.15M.08 -.22V-.15M-.29 .08H-.2M.29 .08H.2M-.26 .16H-.18M.26 .16H.18"],
  goat: [["M-.12 -.16Q-.32 -.2 -.28 -.38Q-.16 -.3 -.05 -.2H.05Q.16 -.3 .28 -.38Q.32 -.2 .12 -.16L.15 .1L.05 .22L0 .36L-.05 .22L-.15 .1Z"], "M-.07 -.02V-.01M.07 -.02V-.01M-.03 .14H.03"],
  goose: [["M-.02 -.3A.12 .12 0 0 1 .14 -.26L.3 -.2L.14 -.16Q.1 -.04 .14 .02A.24 .18 0 0 1 -.06 .3A.3 .2 0 0 1 -.34 .06Q-.2 .08 -.1 .02Q-.08 -.14 -.02 -.3Z"], "M.06 -.24V-.23M-.2 .14Q-.08 .22 .04 .12"],
  crow: [["M.0 -.22A.14 .14 0 0 1 .2 -.2L.36 -.12L.2 -.06A.3 .26 0 0 1 -.06 .24L-.12 .36L-.16 .24L-.36 .3Q-.2 .0 0 -.22Z"], "M.1 -.15V-.14"],
  vulture: [["M-.36 -.2Q-.2 -.3 -.1 -.14Q-.1 -.3 .04 -.32L.14 -.26L.08 -.2V-.14Q.2 -.3 .36 -.2Q.34 .06 .14 .12L.08 .34H-.08L-.14 .12Q-.34 .06 -.36 -.2Z"], "M.02 -.26V-.25"],
  frog: [["M-.34 .04Q-.34 -.1 -.27 -.14A.11 .11 0 1 1 -.08 -.16H.08A.11 .11 0 1 1 .27 -.14Q.34 -.1 .34 .04A.34 .24 0 0 1 -.34 .04Z"], "M-.18 -.16V-.15M.18 -.16V-.15M-.2 .08Q0 .2 .2 .08"],
  toad: [["M-.34 .06Q-.34 -.08 -.26 -.12A.1 .1 0 1 1 -.09 -.14H.09A.1 .1 0 1 1 .26 -.12Q.34 -.08 .34 .06A.34 .22 0 0 1 -.34 .06Z"], "M-.17 -.14V-.13M.17 -.14V-.13M-.18 .12H.18M-.06 -.02V-.01M.07 -.03V-.02M.0 .03V.04"],
};

/** Places of up to nine seeds in a cup. */
function seeds(count: number): [number, number][] {
  const at: [number, number][] = [];
  const rings = count <= 1 ? [count] : count <= 6 ? [count] : [1, count - 1];
  for (const [ring, n] of rings.entries()) {
    const radius = n === 1 ? 0 : rings.length === 1 ? 0.11 + 0.012 * n : ring === 0 ? 0 : 0.22;
    for (let k = 0; k < n; k++) {
      const angle = (2 * Math.PI * k) / n + 0.6;
      at.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
    }
  }
  return at;
}

export function MarkView({ mark }: { mark: Mark }): JSX.Element {
  switch (mark.kind) {
    case "disc": {
      const r = mark.size ?? 0.36;
      return (
        <g class={`disc ${mark.colour ? "coloured" : sideClass(mark.side)}`}>
          <circle r={r} fill={mark.colour ?? undefined} />
          {r > 0.25 && !mark.label && !mark.crown && <circle class="rim" r={r * 0.72} />}
          {mark.crown && <path class="crown" d="M-.17 .12L-.2 -.13L-.08 -.02L0 -.17L.08 -.02L.2 -.13L.17 .12Z" />}
          {mark.label && (
            <text class="label" font-size={mark.label.length > 2 ? 0.24 : 0.34} dy="0.35em">
              {mark.label}
            </text>
          )}
        </g>
      );
    }
    case "cross":
      return <path class={`stroke ${sideClass(mark.side)}`} d="M-.26 -.26L.26 .26M.26 -.26L-.26 .26" />;
    case "nought":
      return <circle class={`stroke ${sideClass(mark.side)}`} r={0.28} />;
    case "man":
      return <path class={`piece ${sideClass(mark.side)}`} d={chessPaths.P!} />;
    case "chess":
      return <path class={`piece ${sideClass(mark.side)}`} d={chessPaths[mark.piece] ?? ""} />;
    case "text":
      return (
        <text class={`letter ${mark.faint ? "faint" : ""} ${mark.side === undefined ? "" : `ink-${sideClass(mark.side)}`}`} font-size={mark.size ?? 0.46} dy="0.35em">
          {mark.text}
        </text>
      );
    case "seeds":
      return (
        <g class="seeds">
          {mark.count <= 9 && seeds(mark.count).map(([x, y]) => <circle cx={x} cy={y} r={0.075} />)}
          {mark.count > 9 && (
            <text class="letter" font-size={0.42} dy="0.35em">
              {mark.count}
            </text>
          )}
          {mark.count > 3 && mark.count <= 9 && (
            <text class="letter small" font-size={0.17} y={0.36} dy="0.1em">
              {mark.count}
            </text>
          )}
        </g>
      );
    case "coin":
      return (
        <g class="coin">
          <circle r={0.38} />
          <circle class="rim" r={0.3} />
          {mark.text && (
            <text class="label" font-size={0.28} dy="0.35em">
              {mark.text}
            </text>
          )}
        </g>
      );
    case "stone":
      return (
        <g class="stone">
          <ellipse rx={0.38} ry={0.34} />
          <path class="glint" d="M-.2 -.1Q-.1 -.22 .06 -.22" />
        </g>
      );
    case "turtle":
      return mark.up ? (
        <g class="turtle">
          <path class="skin" d="M.3 .1A.1 .09 0 1 1 .3 .25L.2 .2V.3H.1V.2H-.12V.3H-.22V.2L-.38 .16Z" />
          <path class="shell" d="M-.34 .2Q-.3 -.22 .02 -.22Q.3 -.22 .32 .2Z" />
        </g>
      ) : (
        <g class="turtle down">
          <path class="skin" d="M.28 .1A.1 .09 0 1 0 .3 -.04L.2 -.02V-.14H.1V-.02H-.12V-.14H-.22V-.02L-.38 .02Z" />
          <path class="shell" d="M-.34 -.02Q-.3 .3 .0 .3Q.28 .3 .3 -.02Z" />
        </g>
      );
    case "pin":
      return (
        <g class="pin">
          <path d="M-.12 .4Q-.22 .16 -.09 -.08Q-.05 -.16 -.08 -.24A.1 .1 0 1 1 .08 -.24Q.05 -.16 .09 -.08Q.22 .16 .12 .4Z" />
          <path class="band" d="M-.07 -.13H.07" />
        </g>
      );
    case "blot":
      return <rect class="blot" x={-0.36} y={-0.36} width={0.72} height={0.72} rx={0.08} />;
    case "domino":
      return <rect class="domino" x={-0.46} y={-0.46} width={0.92} height={0.92} rx={0.12} />;
    case "fill":
      return <rect class={`fill ${sideClass(mark.side)}`} x={-0.46} y={-0.46} width={0.92} height={0.92} rx={0.06} />;
    case "star":
      return <circle class="star" r={0.46} />;
    case "hole":
      return <circle class="hole" r={0.2} />;
    case "arrow":
      return (
        <g class={`car ${sideClass(mark.side ?? (mark.dx > 0 ? 0 : 1))}`} transform={mark.dx > 0 ? "" : "rotate(-90)"}>
          <path d="M-.38 -.24H.12L.38 0L.12 .24H-.38Z" />
        </g>
      );
    case "animal": {
      const [shapes, lines] = animals[mark.animal] ?? [[], ""];
      return (
        <g class={`animal ${sideClass(mark.side)}`}>
          <circle class="ground" r={0.44} />
          {shapes.map((d) => (
            <path d={d} transform="scale(.86)" />
          ))}
          <path class="features" d={lines} transform="scale(.86)" />
        </g>
      );
    }
  }
}
