import { BrowserDatabase, browserStorage } from './browser-storage.js';
import type { Database, Databases, ObjectStore, Request } from './environment.js';

/** An IndexedDB in memory, whose connections the browser can close. */
class FakeDatabases implements Databases {
  readonly connections: FakeConnection[] = [];
  /** Whether new connections are closed at once. */
  broken = false;
  readonly #values = new Map<string, unknown>();

  open(): ReturnType<Databases['open']> {
    const connection = new FakeConnection(this.#values);
    connection.isClosed = this.broken;
    this.connections.push(connection);
    return Object.assign(done<Database>(connection), { onupgradeneeded: null });
  }
}

class FakeConnection implements Database {
  readonly objectStoreNames = { contains: () => true };
  onversionchange: (() => void) | null = null;
  onclose: (() => void) | null = null;
  isClosed = false;

  constructor(private readonly values: Map<string, unknown>) {}

  createObjectStore(): void {}

  close(): void {
    this.isClosed = true;
  }

  transaction(): ReturnType<Database['transaction']> {
    if (this.isClosed) throw new Error('The database connection is closing');
    const { values } = this;
    const objects: ObjectStore = {
      get: (key) => done(values.get(key)),
      put: (value, key) => done<unknown>(values.set(key, value)),
      delete: (key) => done<unknown>(values.delete(key)),
    };
    const transaction = { objectStore: () => objects, oncomplete: null, onabort: null, error: null };
    soon(() => (transaction as { oncomplete: (() => void) | null }).oncomplete?.());
    return transaction;
  }
}

const soon = (work: () => void): void => void Promise.resolve().then(work);

function done<T>(result: T): Request<T> {
  const request: Request<T> = { result, error: null, onsuccess: null, onerror: null };
  soon(() => request.onsuccess?.());
  return request;
}

describe('The storage of a browser', () => {
  const databases = new FakeDatabases();
  const storage = browserStorage(new BrowserDatabase(databases));
  const current = (): FakeConnection => databases.connections.at(-1)!;

  beforeEach(async () => {
    await storage.set('key', 'value');
    databases.connections.splice(0, databases.connections.length - 1);
  });

  it('is connected again after the browser has closed the connection', async () => {
    current().close();
    current().onclose?.();
    expect(await storage.get('key')).toBe('value');
    expect(databases.connections).toHaveLength(2);
  });

  it('is connected again, once for all who wait, after the browser has closed the connection without an event', async () => {
    current().close();
    expect(await Promise.all([storage.get('key'), storage.get('key'), storage.set('key', 'new')])).toEqual([
      'value',
      'value',
      undefined,
    ]);
    expect(await storage.get('key')).toBe('new');
    expect(databases.connections).toHaveLength(2);
  });

  it('keeps its new connection when the former one reports late that it is closed', async () => {
    const former = current();
    former.close();
    await storage.get('key');
    former.onclose?.();
    await storage.get('key');
    expect(databases.connections).toHaveLength(2);
  });

  it('fails when a new connection cannot be used either, and works when the next one can', async () => {
    databases.broken = true;
    current().close();
    await expect(storage.get('key')).rejects.toThrow('The database connection is closing');
    databases.broken = false;
    expect(await storage.get('key')).toBe('value');
  });
});
