import { IdvFinished } from '../../idv/contract/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { EnrolmentService } from './enrolment.service.js';
import { UserList } from '../user-list/user-list.service.js';
import { UsersService } from './users.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { someone } from '../../../test/support/enrolments.js';

const tenant = Tenant.of('default', false);
let running: TestApplication;
let users: UsersService;
let enrolment: EnrolmentService;

describe('Enrolment', () => {
  beforeAll(async () => {
    running = await startTestApplication();
    users = running.app.get(UsersService);
    enrolment = running.app.get(EnrolmentService);
  });
  afterAll(() => running.close());

  describe('Enrolment', () => {
    it('becomes CREATED only after an identity verification has ended VERIFIED', async () => {
      const { user } = await enrolment.enrol(tenant, someone('jane', { preferredStatus: 'ONBOARDING' }));
      await expect(users.changeStatus(tenant, 'jane', 'CREATED')).rejects.toMatchObject({
        name: 'users/status-refused',
        extra: { from: 'ONBOARDING', to: 'CREATED', when: 'idvVerified' },
      });
      const verified = new IdvFinished({ ...user.ref, sessionId: 's', status: 'VERIFIED', kycReferenceId: 'k1' });
      await running.app.get(UnitOfWork).run(async (tx) => tx.record(verified));
      expect(await users.changeStatus(tenant, 'jane', 'CREATED')).toMatchObject({
        status: 'CREATED',
        kycReferenceId: 'k1',
      });
      expect((await users.changeStatus(tenant, 'jane', 'CREATED')).status).toBe('CREATED');
    });

    it('refuses a second user of the same id, and a login id that is another user id', async () => {
      await enrolment.enrol(tenant, someone('anna', { loginId: 'anna.m' }));
      await expect(enrolment.enrol(tenant, someone('anna'))).rejects.toMatchObject({ name: 'users/already-exists' });
      await expect(enrolment.enrol(tenant, someone('anna.m'))).rejects.toMatchObject({ name: 'users/already-exists' });
      await expect(enrolment.enrol(tenant, someone('ben', { loginId: 'anna' }))).rejects.toMatchObject({
        name: 'users/already-exists',
      });
      await enrolment.enrol(tenant, someone('ben', { loginId: 'ben' }));
      await enrolment.enrol(Tenant.of('default', true), someone('anna'));
    });

    it('returns a user from BLOCKED and PAUSED to the states before', async () => {
      await enrolment.enrol(tenant, someone('pat', { preferredStatus: 'CREATED' }));
      const after = async (...verbs: Parameters<UsersService['changeStatus']>[2][]) => {
        let status = '';
        for (const verb of verbs) ({ status } = await users.changeStatus(tenant, 'pat', verb));
        return status;
      };
      expect(await after('PAUSED', 'BLOCKED')).toBe('BLOCKED');
      expect(await after('UNBLOCK')).toBe('PAUSED');
      expect(await after('UNPAUSE')).toBe('CREATED');
    });

    it('finds users by prefix, each once, page by page', async () => {
      await enrolment.enrolTogether(
        tenant,
        Array.from({ length: 9 }, (_, i) =>
          someone(`zoe${i}`, { lastName: `Zoeller${i}`, emailId: `zoe${i}@example.com` }),
        ),
      );
      const list = running.app.get(UserList);
      const seen: string[] = [];
      let after: readonly string[] | undefined;
      do {
        const page = await list.page(tenant, { q: 'ZOE' }, 4, after);
        seen.push(...page.users.map(({ userId }) => userId));
        after = page.end;
      } while (after);
      expect(seen).toEqual(Array.from({ length: 9 }, (_, i) => `zoe${i}`));
      expect((await list.page(tenant, { q: 'zoeller3' }, 4)).users.map(({ userId }) => userId)).toEqual(['zoe3']);
      expect((await list.page(tenant, { group: 'retail' }, 100)).users.length).toBeGreaterThan(9);
    });
  });
});
