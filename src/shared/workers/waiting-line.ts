import { Tally, type QueueKey } from '../kernel/index.js';

/** A task that may have to wait until it can run. */
export interface Candidate {
  readonly queueKey?: QueueKey | undefined;
  /** The cost of the task, in any unit that all tasks of a queue use. */
  readonly cost?: number;
}

export interface LineLimits {
  readonly maxWaiting: number;
  /** Whether only one task of a session runs at once. */
  readonly onePerSession?: boolean;
  /** How many tasks of one tenant may run at once while other tenants are active. */
  readonly maxOfTenant?: number;
}

interface Waiting extends Candidate {
  start: number;
  readonly begin: () => void;
}

/** How long a tenant counts as active after its last task has arrived. */
export const ACTIVE_MS = 1_000;

const tenantOf = ({ queueKey }: Candidate): string => queueKey?.tenant ?? '';

/**
 * A fair queue. Tenants take turns by the cost of their tasks (start-time fair queueing): however many tasks one tenant
 * has queued, the first task of another waits behind at most one of them. Tasks of one tenant keep their order. Tasks
 * without a tenant are treated as those of one additional tenant.
 */
export class WaitingLine {
  readonly #waiting: Waiting[] = [];
  readonly #waitingByTenant = new Tally();
  readonly #runningBySession = new Tally();
  readonly #runningByTenant = new Tally();
  /**
   * For each tenant, the virtual time at which its next task would start. In start-time fair queueing, virtual time
   * advances with the cost of the tasks that were started.
   */
  readonly #ends = new Map<string, number>();
  readonly #active = new ActiveTenants();
  #now = 0;
  #running = 0;

  constructor(private readonly limits: LineLimits) {}

  get length(): number {
    return this.#waiting.length;
  }

  /** Whether tenants other than the given one have had tasks within the last second. */
  othersAreActive(tenant: string): boolean {
    return this.#active.others(tenant);
  }

  /** Whether a task may wait. A tenant may occupy at most as many places of the queue as it leaves free. */
  hasRoomFor({ queueKey }: Candidate): boolean {
    const free = this.limits.maxWaiting - this.length;
    return free > 0 && (!queueKey || this.#waitingByTenant.of(queueKey.tenant) < free);
  }

  /** Whether a new task may start immediately, without waiting in the queue. */
  mayPass(work: Candidate): boolean {
    if (this.limits.maxOfTenant === undefined) return this.#mayBegin(work);
    this.#active.note(tenantOf(work));
    return this.#waitingByTenant.of(tenantOf(work)) === 0 && this.#mayBegin(work);
  }

  /** Adds a task to the queue. Returns a function that removes it if it has not started. */
  add(work: Candidate, begin: () => void): () => void {
    const waiting = { ...work, begin, start: this.#startOf(work) };
    this.#waiting.push(waiting);
    this.#waitingByTenant.add(tenantOf(work), 1);
    return () => this.#giveUp(waiting);
  }

  begin(work: Candidate): void {
    this.#begin(work, this.#startOf(work));
  }

  end({ queueKey }: Candidate): void {
    this.#running -= 1;
    if (queueKey) {
      this.#runningBySession.add(queueKey.session, -1);
      this.#runningByTenant.add(queueKey.tenant, -1);
    }
    if (this.#running + this.length === 0) this.#ends.clear();
    else for (const [tenant, end] of this.#ends) if (end <= this.#now) this.#ends.delete(tenant);
  }

  /** Starts the next task in the queue. Returns false if none may start. */
  beginNext(): boolean {
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if ((!next || waiting.start < next.start) && this.#mayBegin(waiting)) next = waiting;
    }
    if (!next) return false;
    this.#remove(next);
    this.#begin(next, next.start);
    next.begin();
    return true;
  }

  #mayBegin({ queueKey }: Candidate): boolean {
    if (!queueKey) return true;
    const { onePerSession, maxOfTenant } = this.limits;
    if (onePerSession && this.#runningBySession.of(queueKey.session) > 0) return false;
    if (maxOfTenant === undefined || this.#runningByTenant.of(queueKey.tenant) < maxOfTenant) return true;
    return !this.othersAreActive(queueKey.tenant);
  }

  #startOf(work: Candidate): number {
    const tenant = tenantOf(work);
    const start = Math.max(this.#now, this.#ends.get(tenant) ?? 0);
    this.#ends.set(tenant, start + (work.cost ?? 1));
    return start;
  }

  /** Removes a task that has not started. The later tasks of its tenant move up. */
  #giveUp(work: Waiting): void {
    this.#remove(work);
    const [tenant, cost] = [tenantOf(work), work.cost ?? 1];
    for (const other of this.#waiting) {
      if (tenantOf(other) === tenant && other.start > work.start) other.start = Math.max(this.#now, other.start - cost);
    }
    this.#ends.set(tenant, (this.#ends.get(tenant) ?? 0) - cost);
  }

  #begin({ queueKey }: Candidate, start: number): void {
    this.#running += 1;
    this.#now = Math.max(this.#now, start);
    if (!queueKey) return;
    this.#runningBySession.add(queueKey.session, 1);
    this.#runningByTenant.add(queueKey.tenant, 1);
  }

  #remove(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    this.#waitingByTenant.add(tenantOf(waiting), -1);
  }
}

/**
 * Stores when the most recently active tenant was last active, and when any other tenant was. These two times suffice
 * to know whether a tenant is the only active one.
 */
class ActiveTenants {
  #latest = '';
  #latestAt = -Infinity;
  #otherAt = -Infinity;

  /** Records that a tenant is active. Ignores tasks without a tenant. */
  note(tenant: string): void {
    if (tenant === '') return;
    if (tenant !== this.#latest) {
      this.#otherAt = this.#latestAt;
      this.#latest = tenant;
    }
    this.#latestAt = performance.now();
  }

  others(tenant: string): boolean {
    const at = tenant === this.#latest ? this.#otherAt : this.#latestAt;
    return performance.now() - at < ACTIVE_MS;
  }
}
