import fc from 'fast-check';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { IdvFinished } from '../../idv/contract/index.js';
import { statusVerbs, userStatus, type StatusVerb } from './user-status.js';
import { UserRepository } from './user.repository.js';
import type { TestApplication } from '../../../test/support/application.js';
import { sharedApplication } from '../../../test/support/shared-application.js';
import { newUser } from '../../../test/support/someone.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';

let running: TestApplication;
let portal: Portal;

const verbs = Object.keys(statusVerbs) as StatusVerb[];
const arrows = new Set(userStatus.expanded.map(([from, action, to]) => `${from ?? ''} ${action} ${to}`));
let count = 0;

async function verify(userId: string): Promise<void> {
  const user = await running.app.get(UserRepository).find(Tenant.of('default', false), userId);
  const finished = new IdvFinished({ ...user!.ref, sessionId: 's', status: 'VERIFIED', kycReferenceId: null });
  await running.app.get(UnitOfWork).run(async (tx) => tx.record(finished));
}

describe('Status sequences', () => {
  beforeAll(async () => {
    running = await sharedApplication({ RATE_LIMIT: '100000', RATE_BURST: '1000000' });
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
  });

  it('no sequence of calls takes a user along an arrow that the table does not have', async () => {
    const step = fc.oneof(fc.constantFrom(...verbs), fc.constant('verify' as const));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('ONBOARDING', 'CREATED'),
        fc.array(step, { minLength: 1, maxLength: 12 }),
        async (preferredStatus, sequence) => {
          const userId = `walker${++count}`;
          let status = (await portal.post('/v1/users', newUser(userId, { preferredStatus }))).body.status as string;
          let verified = false;
          for (const verb of sequence) {
            if (verb === 'verify') {
              await verify(userId);
              verified = true;
              continue;
            }
            const answer = await portal.put(`/v1/users/${userId}/status`, { status: verb });
            const now = (await portal.get(`/v1/users/${userId}`)).body.status as string;
            expect([200, 409]).toContain(answer.status);
            if (answer.status === 409)
              expect(answer.body).toMatchObject({ code: 'users/status-refused', from: status, to: verb });
            if (answer.status === 409) expect(now).toBe(status);
            if (now !== status) expect(arrows).toContain(`${status} ${statusVerbs[verb]} ${now}`);
            if (now !== status && statusVerbs[verb] === 'complete') expect(verified).toBe(true);
            status = now;
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
