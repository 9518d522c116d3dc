import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiError, get } from './api.js';
import { type Kind, onChange } from './live.js';
import { place } from './place.js';

/** The value last read from one address. It is kept while the address is read again, and if that fails. */
export interface Read<T> {
  readonly value: T | undefined;
  readonly error: ApiError | undefined;
  readonly loading: boolean;
  /** The time at which the value was read. */
  readonly at: number;
}

interface Entry {
  readonly read: Signal<Read<unknown>>;
  abort: AbortController | undefined;
  /** How many components show the value, so that it is read only once for all. */
  users: number;
}

export interface Resource<T> extends Read<T> {
  readonly reload: () => Promise<void>;
}

const MOST_KEPT = 60;
const entries = new Map<string, Entry>();
const NOTHING: Read<unknown> = { value: undefined, error: undefined, loading: true, at: 0 };

function entryOf(key: string): Entry {
  const entry = entries.get(key) ?? { read: signal(NOTHING), abort: undefined, users: 0 };
  entries.delete(key); // moves the entry to the end of the map, which is ordered by last use
  entries.set(key, entry);
  if (entries.size > MOST_KEPT) entries.delete(entries.keys().next().value ?? '');
  return entry;
}

async function load(entry: Entry, path: string, unattended = false): Promise<void> {
  entry.abort?.abort();
  const abort = (entry.abort = new AbortController());
  entry.read.value = { ...entry.read.value, loading: true };
  try {
    const value = await get(path, abort.signal, unattended);
    if (entry.abort === abort) entry.read.value = { value, error: undefined, loading: false, at: Date.now() };
  } catch (error) {
    if (entry.abort !== abort || abort.signal.aborted) return;
    const failure =
      error instanceof ApiError
        ? error
        : new ApiError({ title: String(error), status: 0, code: 'console/broken' }, undefined);
    entry.read.value = { ...entry.read.value, error: failure, loading: false };
    if (failure.retryAfter !== undefined && failure.status === 429) {
      setTimeout(() => entry.abort === abort && void load(entry, path, unattended), failure.retryAfter * 1000);
    }
  }
}

export interface Watch {
  readonly kind: Kind;
  /** Only changes of the object with this id count; if absent, changes of any object of that kind. */
  readonly id?: string | undefined;
  /** Called when the object changes, instead of reading the value again. */
  readonly then?: () => void;
}

/** Reads a value from an address, and reads it again when it has changed. Meanwhile the last value is shown. */
export function useResource<T>(path: string | undefined, watch?: Watch): Resource<T> {
  const { data, enterprise } = place.value;
  const entry = entryOf(`${data} ${enterprise ?? ''} ${path ?? ''}`);
  const reload = async () => (path === undefined ? undefined : load(entry, path));
  useEffect(() => {
    entry.users += 1;
    if (entry.abort === undefined || !entry.read.peek().loading) void reload();
    return () => {
      entry.users -= 1;
      if (entry.users > 0 || !entry.read.peek().loading) return;
      entry.abort?.abort();
      entry.abort = undefined;
    };
  }, [entry]);
  useEffect(() => {
    if (!watch) return undefined;
    return onChange((change) => {
      if (change !== undefined && (change.kind !== watch.kind || !concerns(watch.id, change.id))) return;
      if (watch.then && change !== undefined) watch.then();
      else if (path !== undefined) void load(entry, path, true);
    });
  }, [entry, watch?.kind, watch?.id]);
  return { ...(entry.read.value as Read<T>), reload };
}

const concerns = (shown: string | undefined, changed: string | null) => shown === undefined || shown === changed;

/**
 * Forgets all values after a switch to another enterprise, or between live and test data, so that old data is not shown
 * again.
 */
export function forget(): void {
  entries.clear();
}
