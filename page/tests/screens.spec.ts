import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { nightly, open, open_hands as seen } from "./table";

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
  await expect(page.locator(".status")).toContainText("Your turn.");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator(".status")).toContainText("Your turn.");
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

test("a sum of partizan games shows its value and the moves by which each player wins", async ({ page }) => {
  await open(page, "sums?parts=domineering(2, 3) %2B hackenbush %2B nim(2)");
  await expect(page.locator(".status")).toContainText("Right wins, whoever begins. Play takes 10 turns if Left begins, 9 if Right does.");
  const measures = page.getByRole("region", { name: "Value" });
  await expect(measures.locator("dd")).toHaveText([
    "{-7/8*3|-27/8*3}",
    "R: Right wins, whoever begins",
    "-7/8 if Left begins, -27/8 if Right begins",
    "-17/8",
    "5/4",
    "{-7/8|-27/8}",
  ]);
  await measures.getByText("Thermograph").click();
  const picture = measures.getByRole("img", { name: "Thermograph: the walls meet at the mean -17/8 and the temperature 5/4" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const parts = page.locator(".sum-parts li");
  await expect(parts.nth(0)).toContainText("value {1/2|-2} · hottest");
  await expect(parts.nth(1)).toContainText("Right wins by: 1-2, 3-4");
  await expect(parts.nth(2)).toContainText("Right wins by: 1, 2");
  await expect(page.locator(".sum-parts")).not.toContainText("Left wins by");
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map((violation) => violation.id)).toEqual([]);
  // In misère play there is no value, and who wins is told for each player who may begin.
  await page.getByLabel("Whoever cannot move").selectOption("misere");
  await expect(page.locator(".status")).toContainText(/If Left begins, (Left|Right) wins.*If Right begins, (Left|Right) wins/);
  await expect(measures).toHaveCount(0);
});

test("a sum in which play can go round shows its value", async ({ page }) => {
  await open(page, "sums?parts=pong-hau-ki %2B nim(2)");
  await expect(page.getByRole("region", { name: "Value" })).toContainText("dud");
});

test("hints tell the partizan value of a position and those behind its moves", async ({ page }) => {
  await open(page, "play/hackenbush?second=person");
  const measures = page.getByRole("region", { name: "Value" });
  await expect(page.locator(".moves li").first()).toBeVisible();
  await expect(measures).toHaveCount(0);
  await page.getByText("On", { exact: true }).click();
  await expect(measures).toContainText("-11/8*");
  await expect(measures).toContainText("R: Right wins, whoever begins");
  await expect(page.locator(".moves li").filter({ hasText: "0-5" })).toContainText("value -19/8*");
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
  ["play", `play/northcott?${seen}&why=on&moves=1: 3`, ".why .source"],
  ["play of a board", `play/tic-tac-toe?${seen}&moves=0,0~1,0`, ".history em"],
  ["play of a graph", `play/sim?${seen}`, ".moves .tag"],
  ["a game that begins", "play/nim", ".known"],
  ["tree", "tree/number-game", ".tree .node"],
  ["a tree of boards", "tree/hexapawn?depth=2", ".tree .node .thumb"],
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
      // What has to be solved first takes longer where the program is built without optimisation.
      await expect(page.locator(ready).first()).toBeVisible({ timeout: 40_000 });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join("\n")}`)).toEqual([]);
    });
  }
}

test("every screen fits a phone", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [name, address, ready] of screens) {
    await open(page, address);
    await expect(page.locator(ready).first()).toBeVisible({ timeout: 40_000 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, name).toBe(0);
  }
});

test("the list of games begins with four to start with, and ends with problems of contests", async ({ page }) => {
  await open(page, "games");
  const start = page.getByRole("region", { name: "Start here" });
  await expect(start.locator("strong")).toHaveText(["Nim", "Tic-tac-toe", "Connect Four", "A game of your own"]);
  await expect(page.locator("section.kind h2").last()).toHaveText("Problems of contests");
  const size = (name: string) => page.locator(".gallery a", { has: page.locator(".name", { hasText: name }) }).first().locator(".size");
  await expect(size("Dodgem")).toHaveText("1,963 positions, solved");
  await expect(size("Connect Four")).toHaveText("searched");
  await start.getByText("A game of your own").click();
  await expect(page.locator(".cm-content")).toBeVisible();
});

const OWN = "game mine(n = 6)\nplayers Ann, Bob\n\nheap: 0..n = n\n\nmove take(k in 1..2) if k <= heap:\nheap -= k";

async function write(page: Page, rules: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(rules);
}

test("what was written is kept on all screens and after a reload, and a link takes nothing away", async ({ page }) => {
  await open(page, "rules");
  await write(page, OWN);
  await expect(page.getByText("These rules make a game.")).toBeVisible();
  await page.getByRole("link", { name: "Heaps" }).click();
  await expect(page.locator(".plot canvas")).toBeVisible();
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await expect(page.locator(".cm-line").first()).toHaveText("game mine(n = 6)");
  await page.goto("about:blank");
  await open(page, "rules");
  await expect(page.locator(".cm-line").first()).toHaveText("game mine(n = 6)");
  // Rules of the catalogue stand in its place, and are changed; it is kept still.
  await open(page, "rules/nim");
  await expect(page.locator(".cm-line").first()).toHaveText("# Title: Nim");
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# mine");
  await page.getByRole("button", { name: "Back to your text before" }).click();
  await expect(page.locator(".cm-line").first()).toHaveText("game mine(n = 6)");
  await page.getByRole("button", { name: "Back to your text before" }).click();
  await expect(page.locator(".cm-line").first()).toHaveText("# mine# Title: Nim");
});

test("rules are saved as a file and opened", async ({ page }) => {
  await open(page, "rules");
  await expect(page.getByText("These rules make a game.")).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  expect(download.suggestedFilename()).toBe("last_stone.zug");
  const text = readFileSync(await download.path(), "utf8");
  await page.getByLabel("Open a file").setInputFiles({ name: "other.zug", mimeType: "text/plain", buffer: Buffer.from(text.replace("last_stone", "opened")) });
  await expect(page.locator(".cm-line").first()).toHaveText("game opened(n = 10)");
});

test("rules that break in the first positions make no game", async ({ page }) => {
  await open(page, "rules");
  await write(page, "game broken(n = 3)\nimpartial\n\nheap: 0..n = n\n\nlet t = [1, 2, 3]\n\nmove take(k in 1..2) if k <= heap and t[heap] > 0:\nheap -= k");
  await expect(page.locator("[data-fault]")).toContainText("Line 8, column 39: there is no such element: they go from 0 to 2. The rules break in the position heap=3, by the move take 1.");
  await expect(page.getByText("These rules make a game.")).toHaveCount(0);
  await expect(page.locator(".fault-mark")).toHaveText("t[heap]");
});

test("rules that break late are found when all positions are", async ({ page }) => {
  await open(page, "rules");
  await write(page, "game late(n = 900)\nimpartial\n\nheap: 0..n = n\n\nlet t = [1, 2, 3]\n\nmove take(k in 1..2) if k <= heap and t[0 if heap > 10 else heap] > 0:\nheap -= k");
  await expect(page.locator("[data-fault]")).toContainText("Line 8, column 39");
  await expect(page.getByText("These rules make a game.")).toHaveCount(0);
});

test("the positions of one's own game are counted, whose they are is told, and they are saved", async ({ page }) => {
  await open(page, "rules");
  await write(page, OWN);
  const count = page.getByRole("region", { name: "Positions" });
  await expect(count).toContainText("12 positions, all solved; in 2 of them the game is over.");
  await expect(count.locator("th")).toHaveText(["Ann wins", "Bob wins", "draws"]);
  const numbers = (await count.locator("td").allTextContents()).map(Number);
  expect(numbers.reduce((a, b) => a + b, 0)).toBe(12);
  await expect(page.locator("main")).not.toContainText("only if play reaches");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save all positions (CSV)" }).click()]);
  expect(download.suggestedFilename()).toBe("mine.csv");
  const lines = readFileSync(await download.path(), "utf8").trim().split("\n");
  expect(lines[0]).toBe("position,orbit,outcome,remoteness,finished");
  expect(lines).toHaveLength(13);
  expect(lines).toContain('"heap=6 turn=Ann",1,loss,4,0');
});

test("a tree has boards, says whose view it has, and is made nearer and farther", async ({ page }) => {
  await open(page, "tree/hexapawn?depth=2");
  const nodes = page.locator(".tree .node");
  await expect(nodes.first()).toBeVisible();
  await expect(page.locator(".tree .node .thumb")).toHaveCount(await nodes.count());
  await expect(page.locator(".note")).toContainText("+1 if White wins, 0 for a draw, −1 if White loses, on every row, whoever moves there");
  const wide = async () => (await page.locator("svg.tree").boundingBox())!.width;
  const zoomed = page.locator(".zoom output");
  await page.keyboard.press("0");
  const before = await wide();
  await page.getByRole("button", { name: "Nearer" }).click();
  expect(await wide()).toBeGreaterThan(before * 1.2);
  await page.keyboard.press("-");
  expect(Math.round(await wide())).toBe(Math.round(before));
  await page.keyboard.press("+");
  const share = await zoomed.textContent();
  await page.locator(".canvas").hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect(zoomed).not.toHaveText(share!);
  await page.getByLabel("Positions as").selectOption("text");
  await expect(page.locator(".tree .node .thumb")).toHaveCount(0);
  // In an impartial game the values are those of whoever moves at the root.
  await open(page, "tree/nim?set.piles=[1,2]&depth=2");
  await expect(page.locator(".note")).toContainText("+1 if the player who moves at the root wins");
});

test("axe finds nothing wrong with what is opened: the list of keys, and a game's set-up", async ({ page }) => {
  const violations = async () => (await new AxeBuilder({ page }).analyze()).violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join("\n")}`);
  await open(page, "play/northcott");
  await page.getByText("Set up", { exact: false }).first().click();
  await page.getByText("Another position", { exact: true }).click();
  expect(await violations()).toEqual([]);
  await page.getByRole("button", { name: "Keys" }).click();
  expect(await violations()).toEqual([]);
});
