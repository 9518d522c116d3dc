import { CredentialsChanged } from '../../contract/index.js';
import { StopFactorRecovery } from './factor-recovery.handlers.js';

const BEGAN = new Date('2026-03-01T12:00:00Z');

/** The ids of the replacements that a new password stops if its event occurred at this time. */
async function stoppedBy(occurredAt: string): Promise<string[]> {
  const stopped: string[] = [];
  const recoveries = {
    openOf: () => Promise.resolve({ id: 'open', startedAt: BEGAN }),
    stop: (_sub: string, _by: string, id: string) => Promise.resolve(stopped.push(id)),
  };
  const event = new CredentialsChanged({ sub: 'jane', enterpriseId: 'default', change: 'passwordChanged' });
  const handler = new StopFactorRecovery(recoveries as never, {} as never);
  await handler.handle(Object.assign(event, { occurredAt }));
  return stopped;
}

describe('A new password', () => {
  it('stops the replacement of a second factor that began before it, and no later one', async () => {
    expect(await stoppedBy('2026-03-01T12:00:01Z')).toEqual(['open']);
    expect(await stoppedBy('2026-03-01T11:59:59Z')).toEqual([]);
  });
});
