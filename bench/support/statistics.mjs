export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The lower and the upper quartile. */
export function quartiles(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.round((sorted.length - 1) * share)];
  return [at(0.25), at(0.75)];
}

/**
 * The two-sided p value of the Mann–Whitney U test, by its normal approximation, which is good from about 20 values on
 * each side.
 */
export function mannWhitneyP(a, b) {
  const all = [...a.map((value) => ({ value, ofA: true })), ...b.map((value) => ({ value, ofA: false }))];
  const ranks = ranksOf(all.map(({ value }) => value));
  const rankSum = all.reduce((sum, { ofA }, at) => (ofA ? sum + ranks[at] : sum), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  return twoSided((u - (a.length * b.length) / 2) / deviation);
}

/** The rank of each value. Equal values get the mean of their ranks. */
function ranksOf(values) {
  const order = values.map((_, at) => at).sort((x, y) => values[x] - values[y]);
  const ranks = new Array(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to]] === values[order[from]]) to += 1;
    for (let at = from; at < to; at++) ranks[order[at]] = (from + to + 1) / 2;
    from = to;
  }
  return ranks;
}

/**
 * The two-sided tail probability of the normal distribution: Abramowitz and Stegun, 26.2.17, with an error below 1e-7.
 */
function twoSided(z) {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const tail = series.reduce((sum, factor, power) => sum + factor * t ** (power + 1), 0);
  return Math.min(1, (2 * Math.exp((-z * z) / 2) * tail) / Math.sqrt(2 * Math.PI));
}

/**
 * The share of values that the best single threshold classifies correctly; 0.5 is guessing. The threshold is chosen
 * from the same values, so the result is slightly optimistic.
 */
export function bestThreshold(a, b) {
  const thresholds = [...a, ...b];
  const rights = thresholds.map((limit) => {
    const below = a.filter((value) => value <= limit).length / a.length;
    const above = b.filter((value) => value > limit).length / b.length;
    return Math.max((below + above) / 2, 1 - (below + above) / 2);
  });
  return Math.max(...rights);
}
