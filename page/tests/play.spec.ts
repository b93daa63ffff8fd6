import { expect, test } from "@playwright/test";
import { cells, make, nightly, open, open_hands as seen, playToTheEnd, type Spots, spot, status } from "./table";

const games: { name: string; address: string; spots: Spots; choose?: (moves: string[]) => string; draw: boolean }[] = [
  { name: "Northcott's game", address: "play/northcott", spots: (move) => [move], draw: false },
  { name: "tic-tac-toe", address: "play/tic-tac-toe", spots: cells, draw: true },
  { name: "Dodgem", address: "play/dodgem", spots: (move) => [...cells(move), ...(move.endsWith("off") ? ["off"] : [])], draw: false },
];

for (const [number, { name, address, spots, draw }] of games.entries()) {
  for (const [side, zug] of ["second", "first"].entries()) {
    // Every run plays each game from one side, and the nightly run from both.
    const when = number % 2 === side ? {} : nightly;
    test(`${name} is played to the end against Zug, who is ${zug}`, when, async ({ page }) => {
      await open(page, `${address}?${zug}=zug&hints=on`);
      const { last, plies } = await playToTheEnd(page, spots);
      expect(plies).toBeGreaterThan(2);
      // Both play perfectly, so that the result is the value of the game.
      if (draw) expect(last).toContain("a draw");
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
    await open(page, `play/connect-four?${zug}=zug&strength=careless&time=1`);
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
    await open(page, `play/morris?${zug}=zug&strength=${strength}&hints=on`);
    const { last } = await playToTheEnd(page, cells, choose);
    expect(last).toContain("won by");
  });
}

test("a move that gives the game away is a slip", async ({ page }) => {
  await open(page, `play/tic-tac-toe?${seen}`);
  await make(page, ["0,0"]);
  await expect(status(page)).toContainText("O to move: a draw");
  await expect(page.locator(".history em")).toHaveCount(0);
  await make(page, ["1,0"]);
  await expect(status(page)).toContainText("X to move: a win in 5");
  await expect(page.locator(".history tr.slip")).toContainText("1,0");
  await expect(page.locator(".history em")).toHaveText("slip");
});

test("a link is a position", async ({ page }) => {
  await open(page, `play/tic-tac-toe?${seen}&moves=1,1~0,0~2,2`);
  await expect(status(page)).toContainText("O to move");
  await expect(spot(page, "1,1")).toHaveAttribute("aria-label", /X/);
  await expect(spot(page, "0,0")).toHaveAttribute("aria-label", /O/);
  await expect(page.locator(".history tbody tr")).toHaveCount(4);
});

test("moves are taken back, and history is gone through", async ({ page }) => {
  await open(page, `play/tic-tac-toe?${seen}&moves=1,1~0,0`);
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
  await open(page, `play/tic-tac-toe?${seen}`);
  await expect(status(page)).toContainText("X to move: a draw");
  await spot(page, "0,2").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(spot(page, "1,1")).toHaveAttribute("aria-label", /X/);
  await expect(status(page)).toContainText("O to move");
});

test("hints are off, shown while a key is held, and toggled by it with Shift", async ({ page }) => {
  await open(page, "play/tic-tac-toe");
  await expect(page.locator(".moves li")).toHaveCount(9);
  await expect(page.locator(".hint")).toHaveCount(0);
  await expect(page.locator(".known")).toContainText("Known from all");
  await page.keyboard.down("h");
  await expect(page.locator(".hint")).toHaveCount(9);
  await page.keyboard.up("h");
  await expect(page.locator(".hint")).toHaveCount(0);
  await page.keyboard.press("Shift+H");
  await expect(page.locator(".hint")).toHaveCount(9);
  await page.keyboard.press("Shift+H");
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
  await expect(status(page)).toContainText("The game is over, a draw", { timeout: 20_000 });
  await expect(page.locator(".history em")).toHaveCount(0);
});

test("a move that is not legal in a link is told", async ({ page }) => {
  await open(page, "play/tic-tac-toe?moves=1,1~1,1");
  await expect(page.getByRole("alert")).toContainText("There is no move 1,1 here.");
  await page.getByRole("link", { name: "Begin at the usual start" }).click();
  await expect(status(page)).toContainText("Your turn (X)");
});

test("a game is set up with other parameters, which the link keeps", async ({ page }) => {
  await open(page, `play/nim?${seen}`);
  await page.getByText("Set up", { exact: false }).first().click();
  await page.getByLabel("piles", { exact: true }).fill("1,2,3");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(status(page)).toContainText("The first player to move: a loss in 6");
  await page.reload();
  await expect(status(page)).toContainText("The first player to move: a loss in 6");
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
  await open(page, `play/tic-tac-toe?${seen}`);
  await expect(page.locator(".moves .tag").first()).toHaveText("D");
  await expect(page.locator("main")).not.toContainText(/\bties?\b/);
  await open(page, `play/pong-hau-ki?${seen}`);
  await expect(page.locator(".status")).toContainText("an endless draw");
  await expect(page.locator(".moves .tag").first()).toHaveText("E");
  await expect(page.locator(".legend")).toHaveText(/endless draw: play never ends unless somebody errs/);
});

test("a game opens with a person against Zug, who answers", async ({ page }) => {
  await open(page, "play/tic-tac-toe");
  await expect(status(page)).toHaveText("Your turn (X).");
  await expect(page.locator(".moves .tag")).toHaveCount(0);
  await make(page, ["0,0"]);
  await expect(page.locator(".history tbody tr")).toHaveCount(3);
  await expect(status(page)).toHaveText(/^(X played|Zug \(O\) played).*Your turn \(X\)\.$/);
  // What the positions are worth is a hint too.
  await expect(page.locator(".history .worth")).toHaveCount(0);
  await expect(page.locator(".history figure")).toHaveCount(0);
});

test("a link to a position in which it is Zug's turn waits", async ({ page }) => {
  await open(page, "play/tic-tac-toe?moves=1,1");
  await expect(status(page)).toContainText("Zug’s turn (O)");
  await expect(page.locator(".known")).toContainText("Known from all");
  await page.waitForTimeout(600);
  await expect(page.locator(".history tbody tr")).toHaveCount(2);
  await page.getByRole("button", { name: "Zug goes on" }).click();
  await expect(page.locator(".history tbody tr")).toHaveCount(3);
});

test("keys take back, begin anew and list themselves", async ({ page }) => {
  await open(page, "play/tic-tac-toe?second=person");
  await make(page, ["0,0"]);
  await expect(status(page)).toContainText("O to move");
  await make(page, ["1,1"]);
  await expect(page.locator(".history tbody tr")).toHaveCount(3);
  await page.keyboard.press("u");
  await expect(page.locator(".history tbody tr")).toHaveCount(2);
  await page.keyboard.press("n");
  await expect(page.locator(".history tbody tr")).toHaveCount(1);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await expect(help).toContainText("take back");
  // As long as the list is open its letters do nothing.
  await page.keyboard.press("Shift+H");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await expect(page.locator(".hint")).toHaveCount(0);
});

test("lists of numbers are set by buttons", async ({ page }) => {
  await open(page, "play/nim");
  await page.getByText("Set up", { exact: false }).first().click();
  await page.getByRole("button", { name: "piles 1, one more" }).click();
  await page.getByRole("button", { name: "Take piles 3 away" }).click();
  await page.getByRole("button", { name: "Add one to piles" }).click();
  await page.getByRole("button", { name: "piles 3, one less" }).click();
  await expect(page.getByLabel("piles", { exact: true })).toHaveValue("[4, 4, 3]");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.locator(".moves .count")).toHaveText("11");
});

test("a position of a game is set by buttons", async ({ page }) => {
  await open(page, "play/stone-game-strategist");
  await page.getByText("Set up", { exact: false }).first().click();
  await page.getByText("Another position", { exact: true }).click();
  await page.getByRole("button", { name: "pile 3, one less" }).click();
  await page.getByRole("button", { name: "Play from this position" }).click();
  await expect(page.locator(".captions, .board")).not.toHaveCount(0);
  await expect.poll(() => decodeURIComponent(page.url())).toContain("from=pile=358");
  await open(page, "play/laskers-nim");
  await page.getByText("Set up", { exact: false }).first().click();
  await page.getByText("Another position", { exact: true }).click();
  await page.getByLabel("heaps 7", { exact: true }).fill("3");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Play from this position" }).click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain("heaps=[0;0;0;0;0;0;3;8]");
});

test("squares of chess have their names, and parameters take them", async ({ page }) => {
  await open(page, `play/krk?${seen}&why=on&set.n=4`);
  await expect(page.locator(".why .first")).toContainText("White to move wins");
  await expect(page.locator(".moves .text").first()).toHaveText(/^[KR][a-h][1-8]$/);
  await expect(spot(page, "0,0")).toHaveAttribute("aria-label", /^a1: White king/);
  await page.getByText("About this game").click();
  await expect(page.locator(".notation code")).toHaveText("king[White]=a1 king[Black]=d4 rook=a2 turn=White");
  await expect(page.locator("main")).not.toContainText(/\d,\d(?!\d\d)/);
  await open(page, "play/knight");
  await page.getByText("Set up", { exact: false }).first().click();
  await expect(page.getByLabel("start", { exact: true })).toHaveValue("h8");
  await page.getByLabel("start", { exact: true }).fill("c2");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect.poll(() => decodeURIComponent(page.url()).replace(/\+/g, " ")).toContain("set.start=(2, 1)");
  await expect(spot(page, "2,1")).toHaveAttribute("aria-label", /knight/);
});

test("what is wrong is told in words", async ({ page }) => {
  // A time and a depth that are no whole numbers are taken as the nearest ones.
  await open(page, "play/connect-four?set.width=8&time=1.5&second=person&hints=on");
  await expect(page.locator(".known")).toContainText("in 2 seconds", { timeout: 40_000 });
  await open(page, "tree/nim?depth=2.5");
  await expect(page.locator(".tree .node").first()).toBeVisible();
  await page.route("**/api/v1/values", (route) => route.fulfill({ status: 400, json: { type: "bad-request", title: "The request cannot be understood", status: 400, detail: "the body is not what is expected: invalid type: floating point `2.5`, expected u32 at line 1 column 27" } }));
  await open(page, "play/nim");
  await expect(page.getByRole("alert")).toContainText("The address of this page cannot be read");
  await expect(page.getByRole("alert")).not.toContainText("u32");
});

test("long numbers have commas", async ({ page }) => {
  await open(page, "play/dodgem?why=on");
  await expect(page.locator(".known")).toContainText("1,963 positions");
  await open(page, "play/tic-tac-toe?why=on");
  await expect(page.locator(".why")).toContainText("5,478 positions");
});
