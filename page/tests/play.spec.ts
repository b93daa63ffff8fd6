import { expect, test } from "@playwright/test";
import { cells, make, nightly, open, playToTheEnd, type Spots, spot, status } from "./table";

const games: { name: string; address: string; spots: Spots; choose?: (moves: string[]) => string; draw: boolean }[] = [
  { name: "Northcott's game", address: "play/northcott", spots: (move) => [move], draw: false },
  { name: "tic-tac-toe", address: "play/tic-tac-toe", spots: cells, draw: true },
  { name: "Dodgem", address: "play/dodgem", spots: (move) => [...cells(move), ...(move.endsWith("off") ? ["off"] : [])], draw: false },
];

for (const { name, address, spots, draw } of games) {
  for (const zug of ["second", "first"]) {
    test(`${name} is played to the end against Zug, who is ${zug}`, async ({ page }) => {
      await open(page, `${address}?${zug}=zug`);
      const { last, plies } = await playToTheEnd(page, spots);
      expect(plies).toBeGreaterThan(2);
      // Both play perfectly, so that the result is the value of the game.
      if (draw) expect(last).toContain("a tie");
      else expect(last).toContain("won by");
    });
  }
}

test("Connect Four on 7 by 6 cells is played to the end from both sides", nightly, async ({ page }) => {
  const column: Spots = (move) => [`${move},5`];
  for (const [zug, choose] of [
    ["second", (moves: string[]) => moves[0]!],
    ["first", (moves: string[]) => moves.at(-1)!],
  ] as const) {
    await open(page, `play/connect-four?${zug}=zug&strength=careless&time=1&hints=off`);
    const { plies } = await playToTheEnd(page, column, choose);
    expect(plies).toBeGreaterThan(6);
    await page.goto("about:blank");
  }
});

for (const [zug, strength, choose] of [
  // Whoever plays as badly as possible loses to Zug; both at their best would play for ever.
  ["second", "perfect", (moves: string[]) => moves.at(-1)!],
  ["first", "careless", (moves: string[]) => moves[0]!],
] as const) {
  test(`a morris is played to the end against Zug, who is ${zug} and plays ${strength}`, async ({ page }) => {
    await open(page, `play/morris?${zug}=zug&strength=${strength}`);
    const { last } = await playToTheEnd(page, cells, choose);
    expect(last).toContain("won by");
  });
}

test("a move that gives the game away is a slip", async ({ page }) => {
  await open(page, "play/tic-tac-toe");
  await make(page, ["0,0"]);
  await expect(status(page)).toContainText("O to move: a tie");
  await expect(page.locator(".history em")).toHaveCount(0);
  await make(page, ["1,0"]);
  await expect(status(page)).toContainText("X to move: a win in 5");
  await expect(page.locator(".history tr.slip")).toContainText("1,0");
  await expect(page.locator(".history em")).toHaveText("slip");
});

test("a link is a position", async ({ page }) => {
  await open(page, "play/tic-tac-toe?moves=1,1~0,0~2,2");
  await expect(status(page)).toContainText("O to move");
  await expect(spot(page, "1,1")).toHaveAttribute("aria-label", /X/);
  await expect(spot(page, "0,0")).toHaveAttribute("aria-label", /O/);
  await expect(page.locator(".history tbody tr")).toHaveCount(4);
});

test("moves are taken back, and history is gone through", async ({ page }) => {
  await open(page, "play/tic-tac-toe?moves=1,1~0,0");
  await expect(status(page)).toContainText("X to move");
  await page.getByRole("button", { name: "One move back in history" }).click();
  await expect(status(page)).toContainText("O to move");
  await expect(spot(page, "0,0")).not.toHaveAttribute("aria-label", /O/);
  await page.getByRole("button", { name: "One move on in history" }).click();
  await expect(spot(page, "0,0")).toHaveAttribute("aria-label", /O/);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".history tbody tr")).toHaveCount(2);
  await page.goBack();
  await expect(page.locator(".history tbody tr")).toHaveCount(3);
});

test("the board is played with the arrow keys alone", async ({ page }) => {
  await open(page, "play/tic-tac-toe");
  await expect(status(page)).toContainText("X to move: a tie");
  await spot(page, "0,2").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(spot(page, "1,1")).toHaveAttribute("aria-label", /X/);
  await expect(status(page)).toContainText("O to move");
});

test("hints can be hidden, and shown while a key is held", async ({ page }) => {
  await open(page, "play/tic-tac-toe?hints=hold");
  await expect(page.locator(".moves li")).toHaveCount(9);
  await expect(page.locator(".hint")).toHaveCount(0);
  await expect(page.locator(".known")).toContainText("Known from all");
  await page.keyboard.down("h");
  await expect(page.locator(".hint")).toHaveCount(9);
  await page.keyboard.up("h");
  await expect(page.locator(".hint")).toHaveCount(0);
});

test("long work is cancelled", async ({ page }) => {
  // Some million positions, which all have to be found before anything is known of them.
  await open(page, "play/gobblet-gobblers");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText("The work was cancelled.")).toBeVisible();
  await expect(page.locator(".moves .tag")).toHaveCount(0);
});

test("the explanation names its theorem and shows the xor", async ({ page }) => {
  await open(page, "play/nim?why=on");
  await expect(page.locator(".why")).toContainText("xor");
  await expect(page.locator(".why .binary tfoot th")).toHaveText("2");
  await expect(page.locator(".why .source")).toContainText("Bouton");
});

test("Zug plays Zug, and nobody slips", async ({ page }) => {
  await open(page, "play/tic-tac-toe?first=zug&second=zug");
  await expect(status(page)).toContainText("The game is over, a tie", { timeout: 20_000 });
  await expect(page.locator(".history em")).toHaveCount(0);
});

test("a move that is not legal in a link is told", async ({ page }) => {
  await open(page, "play/tic-tac-toe?moves=1,1~1,1");
  await expect(page.getByRole("alert")).toContainText("1,1");
  await page.getByRole("link", { name: "Begin at the usual start" }).click();
  await expect(status(page)).toContainText("X to move");
});

test("a game is set up with other parameters, which the link keeps", async ({ page }) => {
  await open(page, "play/nim");
  await page.getByText("Set up", { exact: false }).first().click();
  await page.getByLabel("piles").fill("[1, 2, 3]");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(status(page)).toContainText("First player to move: a loss in 6");
  await page.reload();
  await expect(status(page)).toContainText("First player to move: a loss in 6");
  expect(page.url()).toContain("set.piles=");
});

test("the numbers of the explanation stand where they are on the board", async ({ page }) => {
  await open(page, "play/northcott?why=on&moves=1: 3");
  // Black has advanced in the first row: two cells are left between the pieces there.
  await expect(page.locator(".put-in text")).toHaveCount(3);
  const numbers = (await page.locator(".put-in text").allTextContents()).map((text) => Number(text));
  await expect(page.locator(".spot.pointed")).toHaveCount(numbers.reduce((a, b) => a + b, 0));
  await expect(page.locator(".spot.pointed").first()).toHaveAttribute("aria-label", /the explanation counts \d+ here/);
  await open(page, "play/kayles?why=on&moves=3-4");
  await expect(page.locator(".put-in text")).toHaveText(["2", "1"]);
  await expect(page.locator(".spot.pointed")).toHaveCount(10);
});

test("the explanation puts its numbers on dates, on numbers of one base and on parts of a board", async ({ page }) => {
  await open(page, "play/calendar?set.start=(2001,3,6)&why=on");
  await expect(page.locator(".put-in text")).toHaveText(["9", "10", "10"]);
  await open(page, "play/powers?set.n=9&why=on");
  await expect(page.locator(".put-in text")).toHaveText(["1", "1", "2", "1", "1", "1"]);
  await expect(page.locator(".put-in polyline")).toHaveCount(2);
  await open(page, "play/cram?set.width=6&set.height=6&why=on&from=full%3D.%23%23%23%23%23/.%23%23%23%23%23/%23%23%23%23%23%23/%23%23%23%23../%23%23%23%23../%23%23%23%23%23%23");
  await expect(page.locator(".put-in text")).toHaveText(["1", "0"]);
});


test("a draw that can end and one that cannot are told apart", async ({ page }) => {
  await open(page, "play/tic-tac-toe");
  await expect(page.locator(".moves .tag").first()).toHaveText("T");
  await expect(page.locator(".legend")).toHaveText(/tie: a draw that the game can end with/);
  await open(page, "play/pong-hau-ki");
  await expect(page.locator(".status")).toContainText("an endless draw");
  await expect(page.locator(".moves .tag").first()).toHaveText("D");
  await expect(page.locator(".legend")).toHaveText(/draw: play never ends unless somebody errs/);
});
