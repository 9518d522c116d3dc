import autocannon from 'autocannon';
import { keepOnServerCore } from './cores.mjs';
import { countersAfter, countersBefore, untilQuiet } from './counters.mjs';
import { median, quartiles } from './statistics.mjs';

/**
 * Measures rows. Each row is `{ id, name, baseline, subject }`, or has `missing` instead of the sides: a sentence with
 * the reason. A side is `{ name, pid, load(seconds) }`, where `load` returns the options of autocannon. Optional
 * members of a side: `database` is the name of its database, `each` the number of requests for one piece of work,
 * `connections` the number of connections, `mayRedirect` and `isRefused` say which statuses are expected, and `faults`
 * counts wrong answers.
 *
 * Rows with the same subject are measured together. Each round measures each side once, so that other load on the
 * machine affects all sides alike, and a ratio compares measurements that are close in time.
 */
export async function measureRows(server, rows, { rounds, seconds, warmSeconds }, tell = () => {}) {
  const figures = [];
  for (const together of bySubject(rows)) {
    const sides = [...new Set(together.flatMap(({ baseline, subject }) => [baseline, subject]).filter(Boolean))];
    const measured = new Map(sides.map((side) => [side, []]));
    keepOnServerCore(server.postmaster);
    for (const side of sides) {
      keepOnServerCore(side.pid);
      tell(`${together[0].name}: ${side.name} gets warm`);
      await measureSide(server, side, warmSeconds);
    }
    for (let round = 1; round <= rounds; round++) {
      tell(`${together[0].name}: round ${round} of ${rounds}`);
      for (const side of sides) measured.get(side).push(await measureSide(server, side, seconds));
    }
    figures.push(...together.map((row) => figuresOf(row, measured)));
  }
  return figures;
}

function bySubject(rows) {
  const together = new Map();
  for (const row of rows) together.set(row.subject, [...(together.get(row.subject) ?? []), row]);
  return together.values();
}

const CONNECTIONS = 16;

async function measureSide(server, side, seconds) {
  const options = { connections: side.connections ?? CONNECTIONS, duration: seconds, ...side.load(seconds) };
  const before = await countersBefore(server, side);
  const { requests, non2xx, errors, mismatches = 0, duration, ...others } = await autocannon(options);
  const faults = side.faults?.() ?? 0;
  const failed = errors + mismatches + faults + refusedOf(side, non2xx, others);
  if (failed > 0) {
    const kinds = JSON.stringify({ errors, mismatches, faults, ...others.statusCodeStats });
    throw new Error(`${failed} requests of ${side.name} failed, of ${requests.total}: ${kinds}`);
  }
  await untilQuiet(side);
  const after = await countersAfter(server, side);
  const count = requests.total / (side.each ?? 1);
  const costs = Object.fromEntries(Object.keys(after).map((what) => [what, after[what] - before[what]]));
  return { count, rate: count / duration, costs };
}

/** Counts unexpected statuses. Sign-ons are answered with redirects, and some rows measure refusals. */
function refusedOf({ mayRedirect, isRefused }, non2xx, { '4xx': refused, '5xx': broken }) {
  if (isRefused) return broken;
  return mayRedirect ? refused + broken : non2xx;
}

function figuresOf({ id, name, baseline, subject, missing }, measured) {
  const [base, own] = [baseline, subject].map((side) => side && sideFigures(side, measured.get(side)));
  if (missing) return { id, name, missing };
  const ratios = base && measured.get(subject).map(({ rate }, round) => rate / measured.get(baseline)[round].rate);
  return { id, name, subject: own, ...(base && { baseline: base, ratio: spreadOf(ratios) }) };
}

/**
 * The rate and the costs of one piece of work. Costs are averaged over all rounds, because a single round is too short
 * for some counters.
 */
function sideFigures({ name, waits }, rounds) {
  const count = rounds.reduce((sum, round) => sum + round.count, 0);
  const costs = Object.keys(rounds[0].costs).map((what) => [
    what,
    rounds.reduce((sum, round) => sum + round.costs[what], 0) / count,
  ]);
  const known = costs.filter(([, value]) => !Number.isNaN(value)).map(([what, value]) => [what, rounded(value)]);
  const rates = rounds.map(({ rate }) => rate);
  return { name, rate: spreadOf(rates), drift: driftOf(rates), costs: Object.fromEntries(known), waits };
}

/**
 * The rate in the last third of the rounds, divided by that in the first. A value far from 1 means that a side got
 * slower or was not warm, and that its ratio is unreliable.
 */
function driftOf(rates) {
  const third = Math.ceil(rates.length / 3);
  return rounded(median(rates.slice(-third)) / median(rates.slice(0, third)));
}

function spreadOf(values) {
  const [low, high] = quartiles(values);
  return { median: rounded(median(values)), low: rounded(low), high: rounded(high) };
}

const rounded = (value) => Number(value.toPrecision(4));
