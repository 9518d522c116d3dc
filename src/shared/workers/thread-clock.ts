import { readFileSync, readlinkSync } from 'node:fs';

/** Returns the CPU time of a thread of this process, in milliseconds. Undefined if the system does not report it. */
export function workOf(thread: number): number | undefined {
  try {
    const worked = Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
    return worked > 0 ? worked : undefined;
  } catch {
    return undefined;
  }
}

/** The id to use if the system does not report the id of a thread. No real thread has it. */
const NAMELESS = -1;

function ownName(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return NAMELESS;
  }
}

/**
 * Memory that is shared with a thread. The thread writes its system id there, and its CPU time at the start of its job.
 */
export class JobStart {
  readonly #values: Float64Array;

  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.#values = new Float64Array(shared);
  }

  /** The system id of the thread; undefined until it has started. */
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
