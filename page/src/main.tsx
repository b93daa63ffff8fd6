import { render } from "preact";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { usePlace } from "./location";
import { Help } from "./parts/help";
import { Games } from "./screens/games";
import { Play } from "./screens/play";
import "./style/page.css";
import "./style/board.css";
import "./style/screens.css";

/** Screens that come with heavy libraries are loaded when they are first asked for. */
const later: Record<string, () => Promise<{ Screen: () => JSX.Element }>> = {
  tree: () => import("./screens/tree"),
  heaps: () => import("./screens/heaps"),
  sums: () => import("./screens/sums"),
  rules: () => import("./screens/rules"),
};

const links: [string, string][] = [
  ["games", "Games"],
  ["tree", "Tree"],
  ["heaps", "Heaps"],
  ["sums", "Sums"],
  ["rules", "Rules"],
];

function Later({ screen }: { screen: string }): JSX.Element {
  const [found, find] = useState<{ Screen: () => JSX.Element } | null>(null);
  useEffect(() => {
    let here = true;
    find(null);
    void later[screen]!().then((module) => here && find(module));
    return () => {
      here = false;
    };
  }, [screen]);
  return found ? <found.Screen /> : <main id="content" tabIndex={-1} aria-busy="true" />;
}

function Page(): JSX.Element {
  const place = usePlace();
  const current = place.screen === "play" ? "games" : place.screen;
  const title = links.find(([screen]) => screen === place.screen)?.[1];
  useEffect(() => {
    if (title) document.title = `${title} · Zug`;
  }, [title]);
  return (
    <>
      <a class="skip" href="#content" onClick={(event) => (event.preventDefault(), document.getElementById("content")?.focus())}>
        To the content
      </a>
      <nav class="top" aria-label="Screens">
        <a class="mark" href="#/games" aria-label="Zug, all games">
          Zug
        </a>
        <ul>
          {links.map(([screen, name]) => (
            <li>
              <a href={`#/${screen}`} aria-current={current === screen ? "page" : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        <Help />
      </nav>
      {place.screen === "play" ? <Play place={place} /> : later[place.screen] ? <Later screen={place.screen} /> : <Games />}
      <footer>
        <p>
          Zug solves two-player games exactly. <a href="licences.txt">Licences</a> <a href="api/v1/openapi.json">Data for programs</a>
        </p>
      </footer>
    </>
  );
}

render(<Page />, document.getElementById("page")!);
