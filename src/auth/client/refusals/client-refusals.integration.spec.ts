import { application } from '../../../../test/support/signing-in.js';
import type { TestApplication } from '../../../../test/support/application.js';
import { sharedApplication } from '../../../../test/support/shared-application.js';
import { until } from '../../../../test/integration/support/until.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { Client } from '../client.entity.js';
import { KEPT_REFUSALS } from './client-refusal.repository.js';
import { ClientRefusals } from './client-refusals.service.js';

let running: TestApplication;
let refusals: ClientRefusals;

describe('The refusals of a client', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    refusals = running.app.get(ClientRefusals);
  });

  it('are kept with the latest reasons only, each once', async () => {
    const { clientId } = await application(running);
    const has = async (reason: string) => (await refusals.of(clientId)).some((kept) => kept.reason === reason);
    for (let at = 0; at < KEPT_REFUSALS + 5; at += 1) {
      for (let times = 0; times < 2; times += 1) refusals.note(clientId, 'invalid_grant', `reason ${at}`, `r-${at}`);
      await until(() => has(`reason ${at}`));
    }
    await until(async () => (await refusals.of(clientId)).length === KEPT_REFUSALS);
    const kept = (await refusals.of(clientId)).map(({ reason }) => reason);
    expect(new Set(kept).size).toBe(KEPT_REFUSALS);
    expect(kept).not.toContain('reason 0');
  });

  it('are none of a client that there is not, and are gone with the client', async () => {
    const { clientId } = await application(running);
    refusals.note('nobody', 'invalid_client', 'client not found', 'r');
    refusals.note(clientId, 'invalid_grant', 'authorization code not found', 'r');
    await until(async () => (await refusals.of(clientId)).length === 1);
    await running.app.get(UnitOfWork).run(async (tx) => {
      const client = await tx.lock(Client, { clientId });
      if (client) tx.remove(client);
    });
    expect([await refusals.of(clientId), await refusals.of('nobody')]).toEqual([[], []]);
  });
});
