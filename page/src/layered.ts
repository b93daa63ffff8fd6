/**
 * A graph in layers, one under the other, with few crossings.
 *
 * The method is that of Sugiyama, Tagawa and Toda (1981). The layers are given. An edge over several
 * layers gets a bend in each layer between; nodes and bends of a layer are put in the order of the
 * middle of their neighbours, down and up in turn, and the order with the fewest crossings stays.
 * Then each layer is moved as near to its neighbours as the gaps allow, which is a regression with
 * an order that must be kept: whoever stands too near is pooled with the other.
 */

export interface Edge {
  from: number;
  to: number;
}

/** Where nodes stand, and the points that each edge passes, its ends included. */
export interface Layout {
  nodes: { x: number; y: number }[];
  edges: { x: number; y: number }[][];
  width: number;
  height: number;
}

interface Sizes {
  /** From one node to the next in a layer. */
  gap: number;
  /** From a bend of an edge to whatever is beside it. */
  bend: number;
  /** From layer to layer. */
  step: number;
  margin: number;
}

const SWEEPS = 24;
const RELAXATIONS = 12;

/** The number of bends up to which edges have some. */
const BENDS = 20000;

/** The layers of nodes: the longest way to each where there is no way round; else those given. */
export function layersOf(count: number, edges: Edge[], otherwise: number[]): number[] {
  const into = new Array<number>(count).fill(0);
  const out: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) {
    into[to]! += 1;
    out[from]!.push(to);
  }
  const layers = new Array<number>(count).fill(0);
  const ready = into.flatMap((n, at) => (n === 0 ? [at] : []));
  let seen = 0;
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    seen += 1;
    for (const to of out[at]!) {
      layers[to] = Math.max(layers[to]!, layers[at]! + 1);
      into[to]! -= 1;
      if (into[to] === 0) ready.push(to);
    }
  }
  return seen === count ? layers : otherwise;
}

export function layered(layerOf: number[], edges: Edge[], sizes: Sizes): Layout {
  const layer = [...layerOf];
  const bends = edges.reduce((sum, { from, to }) => sum + Math.max(0, Math.abs(layer[from]! - layer[to]!) - 1), 0);
  // The nodes that each edge passes, from the upper end to the lower one; within a layer there are two.
  const ways = edges.map(({ from, to }) => {
    const [high, low] = layer[from]! <= layer[to]! ? [from, to] : [to, from];
    const way = [high];
    if (bends <= BENDS) {
      for (let at = layer[high]! + 1; at < layer[low]!; at++) {
        way.push(layer.length);
        layer.push(at);
      }
    }
    way.push(low);
    return way;
  });
  const up: number[][] = layer.map(() => []);
  const down: number[][] = layer.map(() => []);
  for (const way of ways) {
    for (let k = 1; k < way.length; k++) {
      const [a, b] = [way[k - 1]!, way[k]!];
      if (layer[b]! === layer[a]! + 1) {
        down[a]!.push(b);
        up[b]!.push(a);
      }
    }
  }
  let rows: number[][] = Array.from({ length: Math.max(...layer) + 1 }, () => []);
  layer.forEach((row, at) => rows[row]!.push(at));
  rows = fewerCrossings(rows, up, down);
  const isBend = (at: number) => at >= layerOf.length;
  const x = relaxed(rows, up, down, (a, b) => (isBend(a) || isBend(b) ? sizes.bend : sizes.gap));
  const left = Math.min(...x) - sizes.margin;
  const places = layer.map((row, at) => ({ x: x[at]! - left, y: sizes.margin + row * sizes.step }));
  return {
    nodes: places.slice(0, layerOf.length),
    edges: ways.map((way, n) => (way[0] === edges[n]!.from ? way : [...way].reverse()).map((at) => places[at]!)),
    width: Math.max(...x) - left + sizes.margin,
    height: 2 * sizes.margin + (rows.length - 1) * sizes.step,
  };
}

const middle = (list: number[]): number => list.reduce((a, b) => a + b, 0) / list.length;

function fewerCrossings(start: number[][], up: number[][], down: number[][]): number[][] {
  const place = new Array<number>(up.length).fill(0);
  const put = (row: number[]) => row.forEach((at, n) => (place[at] = n));
  start.forEach(put);
  const rows = start.map((row) => [...row]);
  let best = start.map((row) => [...row]);
  let least = crossings(rows, down, place);
  for (let sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
    const goesDown = sweep % 2 === 0;
    const order = goesDown ? rows : [...rows].reverse();
    for (const row of order) {
      const key = new Map(
        row.map((at) => {
          const near = goesDown ? up[at]! : down[at]!;
          return [at, near.length > 0 ? middle(near.map((one) => place[one]!)) : place[at]!];
        }),
      );
      row.sort((a, b) => key.get(a)! - key.get(b)!);
      put(row);
    }
    const now = crossings(rows, down, place);
    if (now < least) {
      least = now;
      best = rows.map((row) => [...row]);
    }
  }
  return best;
}

/** The number of pairs of edges between neighbouring layers that cross. */
function crossings(rows: number[][], down: number[][], place: number[]): number {
  let sum = 0;
  for (const [depth, row] of rows.entries()) {
    const below = rows[depth + 1];
    if (!below) continue;
    // A Fenwick tree counts the ends that lie to the left.
    const tree = new Int32Array(below.length + 1);
    let passed = 0;
    for (const at of row) {
      const ends = down[at]!.map((one) => place[one]!);
      for (const end of ends) {
        let left = 0;
        for (let k = end + 1; k > 0; k -= k & -k) left += tree[k]!;
        sum += passed - left;
      }
      for (const end of ends) for (let k = end + 1; k <= below.length; k += k & -k) tree[k]! += 1;
      passed += ends.length;
    }
  }
  return sum;
}

function relaxed(rows: number[][], up: number[][], down: number[][], gap: (a: number, b: number) => number): number[] {
  const x = new Array<number>(up.length).fill(0);
  for (const row of rows) {
    let at = 0;
    row.forEach((node, n) => {
      if (n > 0) at += gap(row[n - 1]!, node);
      x[node] = at;
    });
    for (const node of row) x[node]! -= at / 2;
  }
  for (let round = 0; round < RELAXATIONS; round++) {
    const order = round % 2 === 0 ? rows : [...rows].reverse();
    for (const row of order) {
      const wanted = row.map((node) => {
        const near = [...up[node]!, ...down[node]!];
        return near.length > 0 ? middle(near.map((one) => x[one]!)) : x[node]!;
      });
      apart(row, wanted, gap).forEach((place, n) => (x[row[n]!] = place));
    }
  }
  return x;
}

/** The places nearest to those wanted, in this order and with the gaps between. */
function apart(row: number[], wanted: number[], gap: (a: number, b: number) => number): number[] {
  let shift = 0;
  const shifts: number[] = [];
  const blocks: { sum: number; count: number }[] = [];
  row.forEach((node, n) => {
    if (n > 0) shift += gap(row[n - 1]!, node);
    shifts.push(shift);
    let block = { sum: wanted[n]! - shift, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: block.sum + last.sum, count: block.count + last.count };
    }
    blocks.push(block);
  });
  const places = blocks.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count));
  return places.map((place, n) => place + shifts[n]!);
}
