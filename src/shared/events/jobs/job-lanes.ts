import type { JobDeclaration } from './handles-job.decorator.js';
import type { JobStore, LeasedJob } from './job.store.js';

/** Takes the jobs of a kind lane by lane, beginning after the lane that was served last. */
export class JobLanes {
  #fromLane = '';

  constructor(
    private readonly store: JobStore,
    private readonly declared: JobDeclaration,
    private readonly laneCap: number,
  ) {}

  async take(free: number): Promise<LeasedJob[]> {
    const { kind, leaseSeconds } = this.declared;
    const order = { fromLane: this.#fromLane, laneCap: this.laneCap };
    const taken = await this.store.takeFromLanes(kind, leaseSeconds, free, order);
    this.#fromLane = nextLane(
      taken.map(({ lane }) => lane),
      this.#fromLane,
    );
    return taken;
  }
}

/** What is taken comes in no order: the last lane is the greatest one before the start, or else the greatest of all. */
function nextLane(lanes: readonly string[], from: string): string {
  const sorted = [...lanes].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const last =
    sorted.filter((lane) => Buffer.compare(Buffer.from(lane), Buffer.from(from)) < 0).at(-1) ?? sorted.at(-1);
  // No lane lies between a lane and itself with this character behind it.
  return last === undefined ? from : `${last}\u0001`;
}
