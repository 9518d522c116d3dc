import { Tally, type QueueKey } from '../kernel/index.js';

/** Work that waits for a place. */
export interface Candidate {
  readonly turn?: QueueKey | undefined;
  /** Cost, in any unit that all work of one line has in common. */
  readonly cost?: number;
}

export interface LineLimits {
  readonly maxWaiting: number;
  /** Work of one session waits for other work of it. */
  readonly onePerSession?: boolean;
  /** How much of one tenant may run at once while other tenants are active. */
  readonly maxOfTenant?: number;
}

interface Waiting extends Candidate {
  start: number;
  readonly begin: () => void;
}

/** For how long after its last work a tenant counts as active. */
const ACTIVE_MS = 1_000;

const tenantOf = ({ turn }: Candidate): string => turn?.tenant ?? '';

/**
 * Decides who is next. Tenants take turns by what their work costs (start-time fair queueing): however much of one tenant
 * waits, the first of another is behind one piece of it. Work of one tenant keeps its order, and work of nobody is as that
 * of one more tenant.
 */
export class WaitingLine {
  readonly #waiting: Waiting[] = [];
  readonly #waitingByTenant = new Tally();
  readonly #runningBySession = new Tally();
  readonly #runningByTenant = new Tally();
  /** The point at which the next work of each tenant would start. */
  readonly #ends = new Map<string, number>();
  readonly #active = new ActiveTenants();
  #now = 0;
  #running = 0;

  constructor(private readonly limits: LineLimits) {}

  get length(): number {
    return this.#waiting.length;
  }

  /** A tenant may fill as much of the line as it leaves free. */
  hasRoomFor({ turn }: Candidate): boolean {
    const free = this.limits.maxWaiting - this.length;
    return free > 0 && (!turn || this.#waitingByTenant.of(turn.tenant) < free);
  }

  /** Whether work that has just come may run at once. */
  mayPass(work: Candidate): boolean {
    if (this.limits.maxOfTenant === undefined) return this.#mayBegin(work);
    this.#active.note(tenantOf(work));
    return this.#waitingByTenant.of(tenantOf(work)) === 0 && this.#mayBegin(work);
  }

  /** Returns the function that ends the waiting. */
  add(work: Candidate, begin: () => void): () => void {
    const waiting = { ...work, begin, start: this.#startOf(work) };
    this.#waiting.push(waiting);
    this.#waitingByTenant.add(tenantOf(work), 1);
    return () => this.#giveUp(waiting);
  }

  begin(work: Candidate): void {
    this.#begin(work, this.#startOf(work));
  }

  end({ turn }: Candidate): void {
    this.#running -= 1;
    if (turn) {
      this.#runningBySession.add(turn.session, -1);
      this.#runningByTenant.add(turn.tenant, -1);
    }
    if (this.#running + this.length === 0) this.#ends.clear();
    else for (const [tenant, end] of this.#ends) if (end <= this.#now) this.#ends.delete(tenant);
  }

  /** Takes the next one out of the line and lets it begin. False when none may. */
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

  #mayBegin({ turn }: Candidate): boolean {
    if (!turn) return true;
    const { onePerSession, maxOfTenant } = this.limits;
    if (onePerSession && this.#runningBySession.of(turn.session) > 0) return false;
    if (maxOfTenant === undefined || this.#runningByTenant.of(turn.tenant) < maxOfTenant) return true;
    return !this.#active.others(turn.tenant);
  }

  #startOf(work: Candidate): number {
    const tenant = tenantOf(work);
    const start = Math.max(this.#now, this.#ends.get(tenant) ?? 0);
    this.#ends.set(tenant, start + (work.cost ?? 1));
    return start;
  }

  /** Work that was not begun costs nothing: the work behind it moves up. */
  #giveUp(work: Waiting): void {
    this.#remove(work);
    const [tenant, cost] = [tenantOf(work), work.cost ?? 1];
    for (const other of this.#waiting) {
      if (tenantOf(other) === tenant && other.start > work.start) other.start = Math.max(this.#now, other.start - cost);
    }
    this.#ends.set(tenant, (this.#ends.get(tenant) ?? 0) - cost);
  }

  #begin({ turn }: Candidate, start: number): void {
    this.#running += 1;
    this.#now = Math.max(this.#now, start);
    if (!turn) return;
    this.#runningBySession.add(turn.session, 1);
    this.#runningByTenant.add(turn.tenant, 1);
  }

  #remove(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    this.#waitingByTenant.add(tenantOf(waiting), -1);
  }
}

/** Remembers when the last tenant came, and when another one did: that is enough to know whether a tenant is alone. */
class ActiveTenants {
  #latest = '';
  #latestAt = -Infinity;
  #otherAt = -Infinity;

  /** Work of nobody does not count. */
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
