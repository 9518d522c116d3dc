/** Error rates of face comparison at one threshold. */
export interface RatesAt {
  /** The false match rate: the share of pairs of different people that match. */
  readonly fmr: number;
  /** The false non-match rate: the share of pairs of one person that do not match. Null without such pairs. */
  readonly fnmr: number | null;
  /** The largest distance that still counts as a match. */
  readonly threshold: number;
}

const BINS = 40_000;

/** A histogram of distances, so that memory does not grow with the number of pairs. */
export class DistanceCounts {
  /** How many bins cover a distance of 1. It is a power of ten, so that thresholds are round numbers. */
  readonly binsPerUnit: number;
  readonly #bins = new Float64Array(BINS + 1);
  total = 0;

  /** `largest`: the largest possible distance between two faces. */
  constructor(largest = 4) {
    this.binsPerUnit = 10 ** Math.floor(Math.log10(BINS / largest));
  }

  add(distance: number): void {
    const bin = Math.max(0, Math.min(BINS, Math.ceil(distance * this.binsPerUnit)));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    this.total++;
  }

  /** The share of pairs at or below each bin's distance. */
  shares(): Float64Array {
    const shares = new Float64Array(BINS + 1);
    let sum = 0;
    for (let bin = 0; bin <= BINS; bin++) shares[bin] = (sum += this.#bins[bin] ?? 0) / Math.max(1, this.total);
    return shares;
  }
}

const RATES = [0.1, 0.01, 0.001, 0.0001];
/** Tolerance for rounding errors in shares. */
const TINY = 1e-12;

/**
 * The rates at fixed false match rates. A rate is left out if there are too few pairs to measure it, or no threshold
 * achieves it.
 */
export function ratesOf(same: DistanceCounts, different: DistanceCounts): RatesAt[] {
  const [sames, differents] = [same.shares(), different.shares()];
  const kept = RATES.filter((fmr) => different.total * fmr >= 1 - TINY && (differents[0] ?? 1) <= fmr + TINY);
  return kept.map((fmr) => {
    let bin = 0;
    while (bin < BINS && (differents[bin + 1] ?? 1) <= fmr + TINY) bin++;
    const fnmr = same.total === 0 ? null : 1 - (sames[bin] ?? 0);
    return { fmr, fnmr, threshold: bin / different.binsPerUnit };
  });
}

/** The error rate at the threshold where false matches and false non-matches are equally frequent. */
export function equalErrorRate(same: DistanceCounts, different: DistanceCounts): number | null {
  if (same.total === 0 || different.total === 0) return null;
  const [sames, differents] = [same.shares(), different.shares()];
  let bin = 0;
  while (bin < BINS && 1 - (sames[bin] ?? 0) > (differents[bin] ?? 0)) bin++;
  return (1 - (sames[bin] ?? 0) + (differents[bin] ?? 0)) / 2;
}
