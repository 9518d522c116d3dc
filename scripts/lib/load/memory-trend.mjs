/** Student's t for a two-sided 95 % interval with 20 degrees of freedom or more. */
const T = 2.09;

/** Memory of a process over time: mean and growth, with a confidence interval. */
export class MemoryTrend {
  #points = [];

  add(atMs, megabytes) {
    this.#points.push([atMs / 60_000, megabytes]);
  }

  /** Growth in MB a minute by least squares, with the half width of its 95 % interval. */
  get() {
    const points = this.#points;
    const [x, y] = [0, 1].map((at) => mean(points.map((point) => point[at])));
    const spread = sum(points.map(([minute]) => (minute - x) ** 2));
    const slope = sum(points.map(([minute, value]) => (minute - x) * (value - y))) / spread;
    const left = sum(points.map(([minute, value]) => (value - y - slope * (minute - x)) ** 2));
    const half = T * Math.sqrt(left / (points.length - 2) / spread);
    return { mean: y, slope, half, minutes: points.at(-1)[0] - points[0][0], samples: points.length };
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
const mean = (values) => sum(values) / values.length;
