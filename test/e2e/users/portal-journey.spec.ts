import { IdvFinished } from '../../../src/idv/contract/index.js';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { UserRepository } from '../../../src/users/user/user.repository.js';
import type { TestApplication } from '../../support/application.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf, type Portal } from '../../support/tokens.js';

let running: TestApplication;
let portal: Portal;

/** What the idv context tells when a verification has ended. */
async function verify(userId: string, status = 'VERIFIED'): Promise<void> {
  const user = await running.app.get(UserRepository).find(Tenant.of('default', false), userId);
  const finished = new IdvFinished({ ...user!.ref, sessionId: 's1', status, kycReferenceId: 'KYC-1' });
  await running.app.get(UnitOfWork).run(async (tx) => tx.record(finished));
}

const enrol = (userId: string) =>
  portal.post('/v1/users', { userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING' });

describe('Portal journey', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
  });

  describe('The sequence of an enterprise portal', () => {
    it('call 1: tells that a user is absent', async () => {
      const answer = await portal.get('/v1/users/nobody');
      expect(answer).toMatchObject({
        status: 404,
        body: { code: 'users/not-found', status: 404, instance: '/v1/users/nobody' },
      });
      expect(answer.headers.get('content-type')).toMatch('application/problem+json');
    });

    it('call 2: enrols the user before the identity verification', async () => {
      const answer = await enrol('jane.doe');
      expect(answer.status).toBe(201);
      expect(answer.headers.get('location')).toBe('/v1/users/jane.doe');
      expect(answer.body).toEqual({
        userId: 'jane.doe',
        attributes: {},
        firstName: null,
        lastName: null,
        primaryGroup: 'retail',
        secondaryGroups: [],
        emailId: null,
        emailVerified: false,
        mobileNumber: null,
        loginId: null,
        language: 'en',
        comments: null,
        status: 'ONBOARDING',
        lastActiveTs: null,
        createdTs: expect.any(Number),
        updatedTs: expect.any(Number),
        createdBy: portal.clientId,
        kycReferenceId: null,
        activation: 'none',
      });
    });

    it('call 5 too early: is refused with both states until the verification has ended VERIFIED', async () => {
      await enrol('too.early');
      const early = await portal.put('/v1/users/too.early/status', { status: 'CREATED' });
      expect(early).toMatchObject({
        status: 409,
        body: { code: 'users/status-refused', from: 'ONBOARDING', to: 'CREATED' },
      });
      await verify('too.early', 'SELFIE_FAILED');
      expect((await portal.put('/v1/users/too.early/status', { status: 'CREATED' })).status).toBe(409);
    });

    it('call 5: makes the user fully onboarded, and says the same when repeated', async () => {
      await enrol('in.time');
      await verify('in.time');
      const answer = await portal.put('/v1/users/in.time/status', { status: 'CREATED' });
      expect(answer).toMatchObject({ status: 200, body: { status: 'CREATED', kycReferenceId: 'KYC-1' } });
      const repeated = await portal.put('/v1/users/in.time/status', { status: 'CREATED' });
      expect(repeated).toMatchObject({ status: 200, body: { updatedTs: answer.body.updatedTs } });
      expect((await portal.get('/v1/users/in.time')).body.status).toBe('CREATED');
    });

    it('refuses a second user of the same id', async () => {
      expect((await enrol('taken.id')).status).toBe(201);
      expect(await enrol('taken.id')).toMatchObject({ status: 409, body: { code: 'users/already-exists' } });
    });

    it('wants a token, and one with the scope', async () => {
      const reader = await portalOf(running, { scopes: ['users:read'] });
      expect((await reader.post('/v1/users', { userId: 'x', primaryGroup: 'g' })).status).toBe(403);
      const nobody = await fetch(running.url('management', '/v1/users/jane.doe'));
      expect(nobody.status).toBe(401);
      expect(nobody.headers.get('www-authenticate')).toMatch(/^(Bearer|DPoP)/);
    });
  });
});
