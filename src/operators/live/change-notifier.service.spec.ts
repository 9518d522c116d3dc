import type { Signals } from '../../shared/events/index.js';
import { PendingWrites, type UnitOfWork } from '../../shared/persistence/index.js';
import { ChangeNotifier, WATCH_MS } from './change-notifier.service.js';

describe('ChangeTeller', () => {
  type Listener = (written: PendingWrites) => Promise<void>;
  let listeners: Set<Listener>;
  let somebodyLooks: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    listeners = new Set();
    const signals = { on: (_topic: string, handler: () => void) => (somebodyLooks = handler) };
    const uow = {
      onCommit(listener: Listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    new ChangeNotifier(signals as unknown as Signals, uow as unknown as UnitOfWork);
  });
  afterEach(() => jest.useRealTimers());

  const commit = () => Promise.all([...listeners].map((listener) => listener(new PendingWrites())));

  it('hears of no commit until somebody looks', () => {
    expect(listeners.size).toBe(0);
  });

  it('hears of each commit once, however many look', async () => {
    somebodyLooks();
    somebodyLooks();
    await commit();
    expect(listeners.size).toBe(1);
  });

  it('hears of no more once nobody has looked for a while, and again when somebody does', async () => {
    somebodyLooks();
    jest.advanceTimersByTime(WATCH_MS + 1);
    await commit();
    expect(listeners.size).toBe(0);
    somebodyLooks();
    expect(listeners.size).toBe(1);
  });
});
