/** The time of the server. A device's own clock may be wrong by any amount. */
export class ServerClock {
  #ahead = 0;

  constructor(readonly device: () => number) {}

  /** Milliseconds since 1970. */
  now(): number {
    return this.device() + this.#ahead;
  }

  seconds(): number {
    return Math.floor(this.now() / 1_000);
  }

  /** A `Date` header is cut to its second, and may have been on its way for some. */
  readHeader(date: string | null): void {
    const told = date === null ? NaN : Date.parse(date);
    if (!Number.isNaN(told)) this.set(told + 500);
  }

  /** What the server says that the time is now. */
  set(told: number): void {
    this.#ahead = told - this.device();
  }
}
