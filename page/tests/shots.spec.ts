/** Pictures of every screen, to be looked at: `SHOTS=1 npx playwright test shots`. */

import { expect, test } from "@playwright/test";

test.skip(!process.env.SHOTS, "only where pictures are asked for");

const wanted = process.env.SHOTS ?? "";
const screens: [string, string, string][] = [
  ["games", "games", ".gallery .thumb"],
  ["northcott", "play/northcott?second=person&hints=on&why=on&moves=1: 3", ".why .source"],
  ["tictactoe", "play/tic-tac-toe?second=person&hints=on&moves=0,0~1,0~1,1", ".history em"],
  ["connect", "play/connect-four?set.width=5&set.height=4&second=person&hints=on&moves=2~2~2", ".moves .tag"],
  ["dodgem", "play/dodgem?second=person&hints=on", ".moves .tag"],
  ["morris", "play/morris?second=person&hints=on&moves=0,0~0,2~0,1", ".moves .tag"],
  ["nim", "play/nim?second=person&hints=on&why=on", ".why .binary"],
  ["begin", "play/tic-tac-toe", ".known"],
  ["krk", "play/krk?second=person&hints=on", ".moves .tag"],
  ["tree", "tree/number-game", ".tree .node"],
  ["tree-boards", "tree", ".tree .thumb"],
  ["graph", "tree/hare-and-hounds?view=graph", ".graph .vertex"],
  ["graph-unfolded", "tree/hare-and-hounds?view=graph&size=300", ".graph .vertex"],
  ["powers", "play/powers?set.n=20&why=on", ".why .source"],
  ["calendar", "play/calendar?set.start=(2001,3,6)&why=on", ".why .source"],
  ["cram", "play/cram?set.width=6&set.height=6&why=on&from=full%3D.%23%23%23%23%23/.%23%23%23%23%23/%23%23%23%23%23%23/%23%23%23%23../%23%23%23%23../..%23...", ".why .source"],
  ["graph-small", "tree/cat-and-mouse?view=graph", ".graph .vertex"],
  ["kayles", "play/kayles?why=on&moves=3-4", ".why .source"],
  ["heaps", "heaps", ".plot canvas"],
  ["sums", "sums", ".sum-parts"],
  ["values", "sums?parts=domineering(3, 3) %2B hackenbush %2B nim(2) %2B toads-and-frogs", ".sum-parts .win-move"],
  ["winner", "sums?parts=hackenbush %2B domineering(2, 3)&play=misere", ".sum-parts .win-move"],
  ["snort", "play/snort?second=person&hints=on", ".measures"],
  ["domineering", "play/domineering?second=person&hints=on&why=on", ".why .source, .why p"],
  ["rules", "rules", ".facts"],
];

for (const [name, address, ready] of screens) {
  if (wanted !== "1" && !wanted.split(",").includes(name)) continue;
  for (const scheme of ["light", "dark"] as const) {
    for (const [size, width, height] of [
      ["desk", 1280, 900],
      ["phone", 360, 740],
    ] as const) {
      test(`${name} ${scheme} ${size}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height });
        await page.goto(`/#/${address}`);
        await expect(page.locator(ready).first()).toBeVisible();
        await page.waitForTimeout(400);
        await page.screenshot({ path: `shots/${name}-${scheme}-${size}.png`, fullPage: size === "phone" && name !== "games" });
      });
    }
  }
}

test("contact sheet", async ({ page }) => {
  await page.setViewportSize({ width: 1500, height: 1000 });
  await page.goto("/#/games");
  const games = page.locator(".gallery li");
  await expect(games.first()).toBeVisible();
  for (let n = 0; n < (await games.count()); n++) {
    await games.nth(n).scrollIntoViewIfNeeded();
    await expect(games.nth(n).locator(".thumb, .letters").first()).toBeAttached();
  }
  await page.screenshot({ path: "shots/contact.png", fullPage: true });
});
