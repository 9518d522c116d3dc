/** How often faces are told wrongly at a distance. */
export interface RatesAt {
  /** The share of different people that may be taken for one. */
  readonly fmr: number;
  /** The share of pairs of one person that are missed then. Null without such pairs. */
  readonly fnmr: number | null;
  /** The largest distance that still matches. */
  readonly threshold: number;
}

const BINS = 40_000;

/** Counts distances: of a million pairs no more is kept than of ten. */
export class DistanceCounts {
  /** A power of ten, so that thresholds are told in round numbers. */
  readonly binsPerUnit: number;
  readonly #bins = new Float64Array(BINS + 1);
  total = 0;

  /** `largest`: no distance is larger. */
  constructor(largest = 4) {
    this.binsPerUnit = 10 ** Math.floor(Math.log10(BINS / largest));
  }

  add(distance: number): void {
    const bin = Math.max(0, Math.min(BINS, Math.ceil(distance * this.binsPerUnit)));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
    this.total++;
  }

  /** The share of pairs at each threshold or below: by bin. */
  shares(): Float64Array {
    const shares = new Float64Array(BINS + 1);
    let sum = 0;
    for (let bin = 0; bin <= BINS; bin++) shares[bin] = (sum += this.#bins[bin] ?? 0) / Math.max(1, this.total);
    return shares;
  }
}

const RATES = [0.1, 0.01, 0.001, 0.0001];
/** Rates are shares of whole pairs: a little less than the rate is the rate. */
const TINY = 1e-12;

/** By rate, as far as there is at least one pair to be wrong about, and a distance that keeps it. */
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

/** The rate at which as many of the same are missed as of different people are matched. */
export function equalErrorRate(same: DistanceCounts, different: DistanceCounts): number | null {
  if (same.total === 0 || different.total === 0) return null;
  const [sames, differents] = [same.shares(), different.shares()];
  let bin = 0;
  while (bin < BINS && 1 - (sames[bin] ?? 0) > (differents[bin] ?? 0)) bin++;
  return (1 - (sames[bin] ?? 0) + (differents[bin] ?? 0)) / 2;
}
