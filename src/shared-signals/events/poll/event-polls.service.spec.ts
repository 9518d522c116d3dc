import type { UnitOfWork } from '../../../shared/persistence/index.js';
import type { SignalStreams } from '../../streams/signal-streams.service.js';
import type { SecurityEventRepository } from '../security-event.repository.js';
import type { SecurityEvents } from '../security-events.service.js';
import type { SignalMetrics } from '../signal-metrics.service.js';
import { EventPolls, type PollRequest } from './event-polls.service.js';
import type { WaitingPolls } from './waiting-polls.service.js';

const OWNER = { enterpriseId: 'acme', test: false, clientId: 'receiver' };
const ASKED: PollRequest = { most: 10, atOnce: false, acknowledged: [], rejections: new Map() };

/** A poll that finds nothing and waits. Meanwhile an event is stored, and the stream gets this status. */
function pollWhile(status: string) {
  let [isOver, now] = [false, 'enabled'];
  const wait = () => {
    [isOver, now] = [true, status];
    return Promise.resolve();
  };
  const polls = new EventPolls(
    {} as UnitOfWork,
    { find: async () => ({ stream: { isPushed: false, status: now } }) } as unknown as SignalStreams,
    { waiting: async () => (isOver ? [{ eventId: 'e-1' }] : []) } as unknown as SecurityEventRepository,
    { signed: async () => 'token' } as unknown as SecurityEvents,
    {
      begin: () => ({
        get woken() {
          return wait();
        },
        end: () => undefined,
      }),
    } as unknown as WaitingPolls,
    {} as SignalMetrics,
  );
  return polls.poll(OWNER, 's-1', ASKED);
}

describe('A poll that waits', () => {
  it('returns the event for which it has waited', async () => {
    expect((await pollWhile('enabled')).sets).toEqual({ 'e-1': 'token' });
  });

  it.each(['paused', 'disabled'])('returns nothing if the stream was %s meanwhile', async (status) => {
    expect((await pollWhile(status)).sets).toEqual({});
  });
});
