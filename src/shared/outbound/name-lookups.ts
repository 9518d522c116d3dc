import type { LookupAddress } from 'node:dns';
import { LRUCache } from 'lru-cache';
import { FairTurns } from './fair-turns.js';
import { localAddresses } from './hosts-file.js';
import { type AskForName, DnsTimeoutError } from './name-servers.js';
import { OutboundFailure } from './outbound.port.js';

/** The owner whose call needs the name, such as an enterprise, and the signal that cancels the look-up. */
export interface LookupCaller {
  readonly owner: string;
  readonly signal: AbortSignal;
}

export type FindAddresses = (name: string, caller: LookupCaller) => Promise<readonly LookupAddress[]>;

const ANSWER_MS = 2_000;
const SILENT_MS = 60_000;
const MOST_SILENT = 10_000;
/**
 * Maximum number of DNS look-ups at once. Each owner, such as an enterprise, may use only a few of them, because the
 * name servers of all its hosts may be unresponsive.
 */
const AT_ONCE = 64;
const EACH_AT_ONCE = 8;

/**
 * Looks up the addresses of host names. Callers that need the same name share one look-up, which is cancelled when all
 * of them have left. If the name servers of a name do not answer, further look-ups of that name fail at once for a
 * minute.
 */
export class NameLookups {
  readonly #running = new Map<string, SharedLookup>();
  readonly #silentUntil = new LRUCache<string, number>({ max: MOST_SILENT });
  readonly #turns = new FairTurns(AT_ONCE, EACH_AT_ONCE);

  constructor(
    private readonly ask: AskForName,
    private readonly answerMs = ANSWER_MS,
    private readonly now = () => performance.now(),
  ) {}

  readonly find: FindAddresses = async (host, { owner, signal }) => {
    const name = host.toLowerCase();
    const local = await localAddresses(name);
    if (local.length > 0) return local;
    this.#refuseSilent(name);
    const running = this.#running.get(name);
    if (running) return running.join(signal);
    const giveBack = await this.#turns.take(owner, signal);
    try {
      this.#refuseSilent(name);
      return await (this.#running.get(name) ?? this.#begin(name)).join(signal);
    } finally {
      giveBack();
    }
  };

  #begin(name: string): SharedLookup {
    const forget = () => {
      if (this.#running.get(name) === lookup) this.#running.delete(name);
    };
    const lookup = new SharedLookup((signal) => this.#askInTime(name, signal).finally(forget), forget);
    this.#running.set(name, lookup);
    return lookup;
  }

  async #askInTime(name: string, signal: AbortSignal): Promise<readonly LookupAddress[]> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.answerMs);
    try {
      return await this.ask(name, AbortSignal.any([signal, late.signal]));
    } catch (error) {
      if (!late.signal.aborted && !(error instanceof DnsTimeoutError)) throw error;
      this.#silentUntil.set(name, this.now() + SILENT_MS);
      throw silent(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #refuseSilent(name: string): void {
    const until = this.#silentUntil.get(name);
    if (until === undefined) return;
    if (this.now() < until) throw silent();
    this.#silentUntil.delete(name);
  }
}

const silent = (cause?: unknown) => new OutboundFailure('timeout', 'its name servers do not answer', { cause });

/** A look-up that several callers share. It is cancelled when all of them have left. */
class SharedLookup {
  readonly #over = new AbortController();
  readonly #result: Promise<readonly LookupAddress[]>;
  #callers = 0;

  constructor(
    ask: (signal: AbortSignal) => Promise<readonly LookupAddress[]>,
    private readonly onLeft: () => void,
  ) {
    this.#result = ask(this.#over.signal);
    this.#result.catch(() => undefined); // prevents an unhandled rejection if all callers have left
  }

  join(signal: AbortSignal): Promise<readonly LookupAddress[]> {
    this.#callers++;
    return new Promise((resolve, reject) => {
      const leave = () => reject(signal.reason as Error);
      if (signal.aborted) leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    }).finally(() => this.#left()) as Promise<readonly LookupAddress[]>;
  }

  #left(): void {
    if (--this.#callers > 0) return;
    this.onLeft();
    this.#over.abort();
  }
}
