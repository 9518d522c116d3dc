import { readFileSync, readlinkSync } from 'node:fs';

/**
 * How long a thread of this process has worked, in milliseconds. Linux counts it in nanoseconds. Undefined where the system
 * does not tell.
 */
export function workOf(thread: number): number | undefined {
  try {
    const worked = Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
    return worked > 0 ? worked : undefined;
  } catch {
    return undefined;
  }
}

/** An id that no system gives to a thread. */
const NAMELESS = -1;

function ownName(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return NAMELESS;
  }
}

/** Shared with a thread, which writes there what the system calls it, and how long it had worked when its job began. */
export class JobStart {
  readonly #values: Float64Array;

  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.#values = new Float64Array(shared);
  }

  /** Undefined until the thread is there. */
  get thread(): number | undefined {
    return this.#values[0] || undefined;
  }

  get workBefore(): number {
    return this.#values[1] ?? 0;
  }

  note(): void {
    const thread = ownName();
    this.#values.set([thread, workOf(thread) ?? 0]);
  }
}
