/** The list of keys, which `?` opens. */

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { keyList, useKeys } from "../keys";

export function Help(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  useKeys({ "?": open });
  return (
    <>
      <button type="button" class="keys" onClick={open} aria-label="Keys" aria-keyshortcuts="?">
        ?
      </button>
      <dialog ref={dialog} class="help" aria-labelledby="keys" onClick={(event) => event.target === dialog.current && dialog.current?.close()}>
        <div>
          <h1 id="keys">Keys</h1>
          {keyList.map(([where, keys]) => (
            <section>
              <h2>{where}</h2>
              <dl>
                {keys.map(([key, what]) => (
                  <div>
                    <dt>
                      <kbd>{key}</kbd>
                    </dt>
                    <dd>{what}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <button type="button" onClick={() => dialog.current?.close()}>
            Close</button>
        </div>
      </dialog>
    </>
  );
}
