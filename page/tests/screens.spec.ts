import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { nightly, open } from "./table";

test("a fault in rules shows under the right characters", async ({ page }) => {
  await open(page, "rules");
  const editor = page.locator(".cm-content");
  await expect(page.getByText("These rules make a game.")).toBeVisible();
  await editor.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("game mine(n = 3)\nimpartial\n\nheap: 0..n = n\n\nmove take(k in 1..2) if k <= heep:\nheap -= k");
  const fault = page.locator(".fault-line");
  await expect(fault).toContainText("^^^^");
  const text = (await fault.textContent()) ?? "";
  expect(text.indexOf("^")).toBe("move take(k in 1..2) if k <= ".length);
  await expect(page.locator(".fault-mark")).toHaveText("heep");
  await expect(page.locator("[data-fault]")).toContainText("Line 6, column 30");
});

test("rules of one's own are played, and the link carries them", async ({ page, context }) => {
  await open(page, "rules");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.locator(".status")).toContainText("First player to move: a win");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(".status")).toContainText("First player to move: a win");
});

test("the editor goes about, undoes and carries its text in the address", async ({ page, context }) => {
  await open(page, "rules");
  const editor = page.locator(".cm-content");
  await expect(page.getByText("These rules make a game.")).toBeVisible();
  await expect(editor.locator(".tok-keyword").first()).toHaveText("game");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("# twice");
  await expect(editor.locator(".cm-line").nth(2)).toHaveText("# twice");
  await page.keyboard.press("Shift+Home");
  await page.keyboard.type("# once");
  await page.keyboard.press("Control+Backspace");
  await expect(editor.locator(".cm-line").nth(2)).toHaveText("#");
  // How much is undone at once depends on how quickly it was typed.
  const until = (key: string, text: string) =>
    expect(async () => {
      await page.keyboard.press(key);
      await expect(editor.locator(".cm-line").nth(2)).toHaveText(text, { timeout: 200 });
    }).toPass();
  await until("Control+z", "# twice");
  await until("Control+y", "# once");
  await expect.poll(() => page.url()).toContain("rules=");
  const other = await context.newPage();
  // The page writes the text into its address a moment after it was typed.
  await expect(async () => {
    await other.goto(page.url());
    await expect(other.locator(".cm-line").nth(2)).toHaveText("# once", { timeout: 1000 });
  }).toPass();
});

test("a link keeps what a screen shows", async ({ page }) => {
  await open(page, "games");
  await page.getByLabel("Find a game").fill("northcott");
  await expect(page.locator(".gallery li")).toHaveCount(1);
  await page.reload();
  await expect(page.locator(".gallery li")).toHaveCount(1);
  await open(page, "heaps?code=0.77&terms=1000");
  await page.getByRole("button", { name: "Heaps after" }).click();
  await page.getByRole("button", { name: "Nearer" }).click();
  await expect.poll(() => page.url()).toContain("range=");
  expect(page.url()).toContain("page=1");
  await page.reload();
  await expect(page.locator(".grid-values th[scope=row]").first()).toHaveText("100");
});

test("a saved picture of a sequence has all heaps", async ({ page }) => {
  await open(page, "heaps?code=0.77&terms=100000");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "SVG" }).click()]);
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toContain("<title>Nimbers of heaps 0 to 99999</title>");
  expect(text).toContain(">99999</text>");
  // Each column of the picture is drawn.
  const columns = new Set([...text.matchAll(/M(\d+) [\d.]+v-\d/g)].map((found) => found[1]));
  expect(columns.size).toBe(841);
});

test("a tree has the minimax values of The Number Game", async ({ page }) => {
  // The tree that Bob Walton's text of 2001 draws.
  await open(page, "tree/number-game?set.rounds=1");
  const root = page.locator("[data-node='0']");
  await expect(root).toHaveAttribute("aria-label", /^3, minimax 0/);
  const nodes = page.getByRole("treeitem");
  await expect(page.locator(".tree .node text")).toHaveText([/^3\s+\[0\]/, /^1\s+\[−1\]/, /^5\s+\[0\]/, /^5\s+\[0\]/, /^8\s+\[−1\]/, /^6\s+\[0\]/, /^4\s+\[0\]/]);
  const before = await nodes.count();
  await root.focus();
  await page.keyboard.press("Enter");
  await expect(nodes).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(nodes).toHaveCount(before);
});

test("a period is shaded only if it is proved", async ({ page }) => {
  await open(page, "heaps?code=0.77");
  await expect(page.locator(".result")).toContainText("Period 12 is proved");
  await expect(page.locator(".in-period").first()).toBeVisible();
  await open(page, "heaps?code=0.6");
  await expect(page.locator(".result")).toContainText("No period is proved");
  await expect(page.locator(".in-period")).toHaveCount(0);
});

test("a sequence is saved as an OEIS b-file", async ({ page }) => {
  await open(page, "heaps?code=0.77&terms=100");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "OEIS b-file" }).click()]);
  expect(download.suggestedFilename()).toBe("b0.77.txt");
  const text = readFileSync(await download.path(), "utf8").trim().split("\n");
  expect(text).toHaveLength(100);
  expect(text.slice(0, 5)).toEqual(["0 0", "1 1", "2 2", "3 3", "4 1"]);
});

test("a sum shows nimbers, the xor and the winning moves", async ({ page }) => {
  await open(page, "sums?parts=nim(3) %2B nim(4) %2B nim(5)");
  await expect(page.locator(".binary tfoot th")).toHaveText("2");
  await expect(page.locator(".sum-parts .winning")).toHaveCount(1);
  await expect(page.locator(".sum-parts .winning")).toContainText("nim(3)");
});

test("every game of the catalogue has a picture of its start", nightly, async ({ page }) => {
  await open(page, "games");
  const games = page.locator(".gallery li");
  await expect(games.first()).toBeVisible();
  const count = await games.count();
  expect(count).toBeGreaterThan(90);
  for (let n = 0; n < count; n++) {
    await games.nth(n).scrollIntoViewIfNeeded();
    await expect(games.nth(n).locator("svg .spot").first()).toBeAttached();
  }
});

test("a name that the catalogue lacks is told", async ({ page }) => {
  await open(page, "play/no-such-game");
  await expect(page.getByRole("alert")).toContainText("no-such-game");
});

test("a graph of many positions begins with the nearest ones and is unfolded by mouse and keys", async ({ page }) => {
  await open(page, "tree/hare-and-hounds?view=graph&size=300");
  const vertices = page.locator(".graph .vertex");
  await expect(vertices.first()).toBeVisible();
  const first = await vertices.count();
  expect(first).toBeLessThan(60);
  const folded = page.locator('.graph .vertex[aria-expanded="false"]').last();
  const number = await folded.getAttribute("data-node");
  const more = Number((await folded.locator(".more").textContent())!.slice(1));
  await folded.click();
  await expect(vertices).toHaveCount(first + more);
  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await expect(vertices).toHaveCount(first + more);
  await page.locator(`.graph .vertex[data-node="${number}"]`).focus();
  await page.keyboard.press("Enter");
  await expect(vertices).toHaveCount(first);
  await page.getByRole("button", { name: "Show all 300 positions" }).click();
  await expect(vertices).toHaveCount(300);
});

const screens: [string, string, string][] = [
  ["games", "games", ".gallery .thumb"],
  ["play", "play/northcott?why=on&moves=1: 3", ".why .source"],
  ["play of a board", "play/tic-tac-toe?moves=0,0~1,0", ".history em"],
  ["play of a graph", "play/sim", ".moves .tag"],
  ["tree", "tree/number-game", ".tree .node"],
  ["graph", "tree/hare-and-hounds?view=graph", ".graph .vertex"],
  ["a graph to unfold", "tree/hare-and-hounds?view=graph&size=300", ".graph .vertex"],
  ["heaps", "heaps", ".plot canvas"],
  ["sums", "sums", ".sum-parts"],
  ["rules", "rules", ".facts"],
  ["a fault", "play/tic-tac-toe?moves=9,9", ".fault"],
  ["a finished game", "play/tic-tac-toe?moves=0,0~0,1~1,0~1,1~2,0", ".known"],
];

for (const [number, [name, address, ready]] of screens.entries()) {
  for (const [other, scheme] of (["light", "dark"] as const).entries()) {
    // Every run checks a screen in one of the two colour schemes, and the nightly run in both.
    const when = number % 2 === other ? {} : nightly;
    test(`axe finds nothing wrong with ${name}, ${scheme}`, when, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await open(page, address);
      await expect(page.locator(ready).first()).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join("\n")}`)).toEqual([]);
    });
  }
}
