/** The catalogue, asked for once. */

import { useEffect, useState } from "preact/hooks";
import { type Game, get, type Kind } from "./api";

let asked: Promise<Kind[]> | null = null;
let known: Kind[] | null = null;

export function kinds(): Promise<Kind[]> {
  asked ??= get<{ kinds: Kind[] }>("games").then(
    (reply) => (known = reply.kinds),
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

export function useKinds(): { kinds: Kind[] | null; error: unknown } {
  const [state, change] = useState<{ kinds: Kind[] | null; error: unknown }>({ kinds: known, error: null });
  useEffect(() => {
    let here = true;
    kinds().then(
      (list) => here && change({ kinds: list, error: null }),
      (error: unknown) => here && change({ kinds: null, error }),
    );
    return () => {
      here = false;
    };
  }, []);
  return state;
}

export function useGame(name: string): Game | null {
  const { kinds: list } = useKinds();
  return list?.flatMap((kind) => kind.games).find((game) => game.name === name) ?? null;
}
