import type { Lock, Storage } from './ports.js';

/** Stores values in memory, until the program ends. */
export function memoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    delete: (key) => Promise.resolve(void values.delete(key)),
  };
}

/** Stores objects under a prefix, so that several clients of one app do not collide. */
export class Records {
  constructor(
    private readonly storage: Storage,
    private readonly prefix: string,
  ) {}

  /** Reads a stored object. Returns undefined if it is missing or is not JSON. */
  async get<T>(name: string): Promise<T | undefined> {
    const text = await this.storage.get(this.prefix + name);
    if (typeof text !== 'string') return undefined;
    try {
      return JSON.parse(text) as T;
    } catch {
      return undefined;
    }
  }

  set(name: string, value: unknown): Promise<void> {
    return this.storage.set(this.prefix + name, JSON.stringify(value));
  }

  delete(name: string): Promise<void> {
    return this.storage.delete(this.prefix + name);
  }
}

const last = new Map<string, Promise<unknown>>();

/** A lock within this program, for platforms without tabs. All clients of the program share it. */
export const lockInProgram: Lock = (name, work) => {
  const done = (last.get(name) ?? Promise.resolve()).then(work, work);
  last.set(
    name,
    done.catch(() => undefined),
  );
  return done;
};
