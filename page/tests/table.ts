/** What the tests do at the board. */

import { expect, type Page } from "@playwright/test";

export const status = (page: Page) => page.locator(".hero .status");
export const spot = (page: Page, id: string) => page.locator(`[data-spot="${id}"]`);
const over = /game is over/;

/** Two persons at the board, who see the hints. */
export const open_hands = "second=person&hints=on";

/** What takes long and seldom finds something: `cargo xtask nightly` runs it. */
export const nightly = { tag: "@nightly" };

/** Opens an address within the page, and fails the test if the page breaks the server's policy. */
export async function open(page: Page, address: string): Promise<void> {
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) throw new Error(message.text());
  });
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(`/#/${address}`);
}

/** The spots that a person points at for a move, by how the rules of the game write it. */
export type Spots = (move: string) => string[];

/** Points at the spots of a move. */
export async function make(page: Page, spots: string[]): Promise<void> {
  for (const id of spots) await spot(page, id).click();
}

/**
 * Plays a game to its end, pointing at the board whenever it is a person's turn; returns the last
 * status and the number of plies.
 *
 * Without `choose` the person plays a best move: the list has it first once it tells the values.
 */
export async function playToTheEnd(page: Page, spots: Spots, choose?: (moves: string[]) => string): Promise<{ last: string; plies: number }> {
  const moves = page.locator(".moves li button:enabled .text");
  for (let turn = 0; turn < 200; turn++) {
    await expect(async () => {
      const done = over.test((await status(page).textContent()) ?? "");
      expect(done || (await moves.count()) > 0).toBe(true);
    }).toPass({ timeout: 20_000, intervals: [30, 60, 100] });
    if (over.test((await status(page).textContent()) ?? "")) break;
    if (!choose) await expect(page.locator(".moves li .tag").first()).toBeVisible();
    const texts = await moves.allTextContents();
    const before = page.url();
    await make(page, spots(choose ? choose(texts) : texts[0]!));
    await expect.poll(() => page.url(), { intervals: [20, 50, 100] }).not.toBe(before);
    // The list of moves is of the old position until the new one is there.
    await expect(page.locator(".play")).toHaveAttribute("data-fresh", "yes");
  }
  const last = (await status(page).textContent()) ?? "";
  expect(last).toMatch(over);
  const plies = await page.locator(".history tbody tr").count();
  return { last, plies: plies - 1 };
}

export const cells: Spots = (move) => move.match(/\d+,\d+/g) ?? [];
