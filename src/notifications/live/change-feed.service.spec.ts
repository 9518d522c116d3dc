import type { Signals } from '../../shared/events/index.js';
import { cursorText } from './change-cursor.js';
import { ChangeFeed } from './change-feed.service.js';
import type { NotificationChanges } from './notification-changes.repository.js';

describe('The feed of changes', () => {
  it('keeps no socket that closed while its missed changes could not be read', async () => {
    let [wake, reads] = [() => {}, 0];
    const changes = {
      now: () => Promise.resolve('1:1:'),
      since: () => {
        reads += 1;
        return Promise.resolve({ snapshot: '1:1:', changes: [] });
      },
      between: () => Promise.reject(new Error('The database is gone')),
    } as unknown as NotificationChanges;
    const signals = { on: (_topic: string, heard: () => void) => (wake = heard), onLostTrack: () => undefined };
    const clock = { now: () => new Date() };
    const feed = new ChangeFeed(changes, signals as unknown as Signals, clock);
    feed.onModuleInit();
    const socket = { sub: 'jane', tell: () => undefined };
    const joined = feed.join(socket, cursorText({ snapshot: '1:1:', takenAt: Date.now() }));
    feed.leave(socket);
    await expect(joined).rejects.toThrow('The database is gone');
    wake();
    await new Promise(setImmediate);
    expect(reads).toBe(0);
  });
});
