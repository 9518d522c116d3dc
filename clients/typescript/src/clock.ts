/** Estimates the server's time, because the device's own clock may be wrong. */
export class ServerClock {
  #ahead = 0;

  constructor(readonly device: () => number) {}

  /** The estimated time of the server, in milliseconds since 1970. */
  now(): number {
    return this.device() + this.#ahead;
  }

  seconds(): number {
    return Math.floor(this.now() / 1_000);
  }

  /** Adds half a second to a `Date` header, because the header has no fractions of a second. */
  readHeader(date: string | null): void {
    const told = date === null ? NaN : Date.parse(date);
    if (!Number.isNaN(told)) this.set(told + 500);
  }

  /** Adopts the server's time, in milliseconds since 1970, and when it was that time by the device's clock. */
  set(told: number, at = this.device()): void {
    this.#ahead = told - at;
  }
}
