/** Prints the rows as a table for a terminal. */
export function printTable(rows, { rounds, seconds, warmSeconds }, write = console.log) {
  write(
    `\nEach side warm for ${warmSeconds} s, then median of ${rounds} rounds of ${seconds} s, and between what the middle`,
  );
  write(
    'half of them lay. CPU in microseconds a request, of the service and of the database; statements and flushes of',
  );
  write('the write-ahead log a request. A ratio is of the rates of the same round.\n');
  write(lineOf(['', 'a second', '', 'ratio', '', 'CPU', 'of DB', 'statem.', 'syncs', 'waits']));
  let last;
  for (const row of rows) {
    if (row.name !== last) write(`${row.name}`);
    last = row.name;
    if (row.missing) write(`  ${row.missing}`);
    else {
      if (row.baseline) write(lineOf(cellsOf(row.baseline)));
      write(lineOf(cellsOf(row.subject, row.ratio)));
    }
  }
  const drifts = driftsOf(rows);
  if (drifts.length > 0) write(`\nNot steady, measure again on a quiet machine:\n  ${drifts.join('\n  ')}`);
}

/**
 * If the rate of a program changes by more than this share from the first to the last third of the rounds, its ratio is
 * unreliable.
 */
const MOST_DRIFT = 0.2;

/** One line for each program whose rate changed too much for a reliable ratio. */
export function driftsOf(rows) {
  const sides = rows.flatMap(({ name, baseline, subject }) => [baseline, subject].filter(Boolean).map((side) => ({ of: name, ...side }))); // oxfmt-ignore
  const lines = sides
    .filter(({ drift }) => Math.abs(drift - 1) > MOST_DRIFT)
    .map(({ of, name, drift }) => `${of}: ${name} ended at ${drift.toFixed(2)} of its first rounds`);
  return [...new Set(lines)];
}

function cellsOf({ name, rate, costs, waits = '' }, ratio) {
  const { service, database, statements, syncs } = costs;
  const fixed = (value, digits) => value?.toFixed(digits) ?? '';
  return [
    ...[`  ${name}`, fixed(rate.median, 0), `${fixed(rate.low, 0)}–${fixed(rate.high, 0)}`],
    ...(ratio ? [fixed(ratio.median, 2), `${fixed(ratio.low, 2)}–${fixed(ratio.high, 2)}`] : ['', '']),
    ...[fixed(service, 0), fixed(database, 0), fixed(statements, 2), fixed(syncs, 2), String(waits)],
  ];
}

const WIDTHS = [36, 9, 15, 7, 12, 7, 7, 9, 7, 7];

const lineOf = ([name, ...cells]) =>
  name.padEnd(WIDTHS[0]) + cells.map((cell, at) => cell.padStart(WIDTHS[at + 1])).join('');
