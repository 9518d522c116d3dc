/** So long garbage may wait for its collection: the least of a window is what is kept. */
const WINDOW_MS = 20_000;
/** Of Student's distribution, two-sided 95 %, for 20 degrees of freedom or more. */
const T = 2.09;

/** What a process keeps in memory over time, and how surely that grows. */
export class MemoryTrend {
  #windows = [];

  constructor(name) {
    this.name = name;
  }

  add(at, megabytes) {
    const last = this.#windows.at(-1);
    if (!last || at - last.from >= WINDOW_MS) this.#windows.push({ from: at, least: megabytes });
    else last.least = Math.min(last.least, megabytes);
  }

  /** Least squares over the windows, in MB a minute, with the half width of its 95 % interval. */
  get() {
    const points = this.#windows.slice(0, -1).map(({ from, least }) => [from / 60_000, least]);
    const [x, y] = [0, 1].map((at) => mean(points.map((point) => point[at])));
    const spread = sum(points.map(([minute]) => (minute - x) ** 2));
    const slope = sum(points.map(([minute, value]) => (minute - x) * (value - y))) / spread;
    const left = sum(points.map(([minute, value]) => (value - y - slope * (minute - x)) ** 2));
    const half = T * Math.sqrt(left / (points.length - 2) / spread);
    const minutes = points.at(-1)[0] - points[0][0];
    return { name: this.name, mean: y, slope, half, minutes, windows: points.length };
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
const mean = (values) => sum(values) / values.length;
