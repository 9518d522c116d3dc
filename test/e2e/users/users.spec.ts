import { AuditLog } from '../../../src/audit/contract/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { Sealer } from '../../../src/shared/security/index.js';
import type { TestApplication } from '../../support/application.js';
import { sharedApplication } from '../../support/shared-application.js';
import { LIVE } from '../../support/signing-in.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Portal } from '../../support/tokens.js';

const APP_OF = `
  SELECT t.sub, t.sealed_secret AS sealed FROM auth.totp t JOIN users."user" u USING (sub) WHERE u.user_id = $1`;

let running: TestApplication;
let portal: Portal;

describe('Users', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    portal = await portalOf(running, { scopes: ['users:read', 'users:write'] });
  });

  describe('A user', () => {
    it('is enrolled with everything there is to say, in any script', async () => {
      const fields = {
        firstName: 'Zoë-María',
        lastName: '山田',
        secondaryGroups: ['gold', 'vip'],
        emailId: 'zoe@example.com',
        mobileNumber: '+4915112345678',
        loginId: 'zoe',
        language: 'de-at',
        comments: 'First line\nsecond',
      };
      const answer = await portal.post('/v1/users', newUser('u|1@x.y+z_-', fields));
      const { comments: _kept, ...shown } = fields;
      expect(answer).toMatchObject({
        status: 201,
        body: { ...shown, language: 'de-AT', status: 'CREATED', activation: 'sent' },
      });
      expect((await portal.get(`/v1/users/${encodeURIComponent('u|1@x.y+z_-')}`)).body.lastName).toBe('山田');
    });

    it('is told every field that is wrong, by a pointer', async () => {
      const answer = await portal.post('/v1/users', {
        userId: 'has space',
        secondaryGroups: ['a', 7],
        emailId: 'nobody',
        mobileNumber: '0151',
        preferredStatus: 'ACTIVE',
        language: 'x',
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
        '/emailId',
        '/language',
        '/mobileNumber',
        '/preferredStatus',
        '/primaryGroup',
        '/secondaryGroups/1',
        '/userId',
      ]);
    });

    it('who brings the hash of a password is ACTIVE, and no answer contains it', async () => {
      const passwordHash = '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW';
      const answer = await portal.post('/v1/users', newUser('brings', { passwordHash }));
      expect(answer).toMatchObject({ status: 201, body: { status: 'ACTIVE', activation: 'none' } });
      const told = [answer.body, (await portal.get('/v1/users/brings')).body];
      expect(JSON.stringify(told)).not.toContain('R9h/');
      const users = [
        newUser('costly', { passwordHash: passwordHash.replace('$12$', '$31$') }),
        newUser('both', { passwordHash, predefinedCode: 'code-of-mine', preferredStatus: 'ONBOARDING' }),
        newUser('large', { passwordHash: 'x'.repeat(10_000) }),
        newUser('other', { passwordHash: '$6$rounds=5000$salt$abc' }),
        newUser('taken', { passwordHash }),
      ];
      const { results } = (await portal.post('/v1/userBatches', { users })).body;
      expect(results).toMatchObject([
        { errors: [{ pointer: '/passwordHash', detail: 'Takes too long to check.' }] },
        { errors: [{ pointer: '/preferredStatus' }, { pointer: '/predefinedCode' }] },
        { errors: [{ pointer: '/passwordHash', detail: 'Must have at most 512 characters.' }] },
        { errors: [{ pointer: '/passwordHash', detail: expect.stringContaining('sha512-crypt') }] },
        { result: 'created', user: { status: 'ACTIVE' } },
      ]);
    });

    it('who brings the secret of an authenticator app keeps it as the second factor', async () => {
      const passwordHash = '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW';
      const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
      const answer = await portal.post('/v1/users', newUser('app', { passwordHash, totpSecret }));
      expect([answer.status, JSON.stringify(answer.body).includes('GEZDG')]).toEqual([201, false]);
      const [app] = await running.app.get(Database).rows<{ sub: string; sealed: Buffer }>(APP_OF, ['app']);
      expect(running.app.get(Sealer).open(app!.sealed, `auth/totp:${app!.sub}`).toString()).toBe(
        '12345678901234567890',
      );
      const wrong = [
        { totpSecret },
        { passwordHash, totpSecret: 'short' },
        { passwordHash, totpSecret: 'ü'.repeat(20) },
      ];
      for (const [at, fields] of wrong.entries())
        expect((await portal.post('/v1/users', newUser(`app${at}`, fields))).body.errors).toMatchObject([
          { pointer: '/totpSecret' },
        ]);
    });

    it('has a verified address where the enterprise vouches for it, until the address changes', async () => {
      const emailId = 'vera@example.com';
      const made = await portal.post('/v1/users', newUser('vera', { emailId, emailVerified: true }));
      expect(made).toMatchObject({ status: 201, body: { emailVerified: true } });
      const change = async (changes: object) => (await portal.patch('/v1/users/vera', changes)).body.emailVerified;
      expect(await change({ firstName: 'Vera' })).toBe(true);
      expect(await change({ emailId: 'other@example.com' })).toBe(false);
      expect(await change({ emailVerified: true })).toBe(true);
      expect(await change({ emailVerified: false })).toBe(false);
      const { body } = await portal.post('/v1/userBatches', {
        users: [newUser('vera2', { emailId, emailVerified: true }), newUser('vera3', { emailVerified: true })],
      });
      expect(body.results).toMatchObject([
        { user: { emailVerified: true } },
        { errors: [{ pointer: '/emailVerified' }] },
      ]);
      await portal.post('/v1/users', newUser('vera4'));
      const refused = { status: 422, body: { errors: [{ pointer: '/emailVerified' }] } };
      expect(await portal.patch('/v1/users/vera4', { emailVerified: true })).toMatchObject(refused);
      expect(await portal.patch('/v1/users/vera', { emailId: null, emailVerified: true })).toMatchObject(refused);
      const { entries } = await running.app.get(AuditLog).list({ tenant: LIVE }, 50);
      expect(entries.filter(({ kind }) => kind === 'users.email-vouched')).toHaveLength(3);
    });

    it('is corrected: what is sent changes, null takes away, the rest stays', async () => {
      await portal.post(
        '/v1/users',
        newUser('cor', { firstName: 'A', lastName: 'B', loginId: 'cor1', emailId: 'a@example.com' }),
      );
      const answer = await portal.patch('/v1/users/cor', { firstName: 'Ä', emailId: null, loginId: 'cor2' });
      expect(answer).toMatchObject({
        status: 200,
        body: { firstName: 'Ä', lastName: 'B', emailId: null, loginId: 'cor2' },
      });
      expect((await portal.post('/v1/users', newUser('cor1'))).status).toBe(201);
      expect((await portal.patch('/v1/users/cor', { loginId: 'cor1' })).status).toBe(409);
      expect((await portal.patch('/v1/users/cor', { userId: 'other' })).status).toBe(422);
      for (const field of ['primaryGroup', 'language', 'secondaryGroups']) {
        const refused = await portal.patch('/v1/users/cor', { [field]: null });
        expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: `/${field}` }] } });
      }
      expect((await portal.get('/v1/users/cor')).body.loginId).toBe('cor2');
    });

    it('speaks a language that is stored in its canonical form, whether at first or later', async () => {
      const created = await portal.post('/v1/users', newUser('lia', { language: 'EN-us' }));
      const changed = await portal.patch('/v1/users/lia', { language: 'DE-ch' });
      expect([created.body.language, changed.body.language]).toEqual(['en-US', 'de-CH']);
    });

    it('who is DELETED is still read, is listed only when asked for, and cannot come back', async () => {
      await portal.post('/v1/users', newUser('gone', { lastName: 'Gonewald' }));
      await portal.put('/v1/users/gone/status', { status: 'DELETED' });
      expect((await portal.get('/v1/users/gone')).body.status).toBe('DELETED');
      expect((await portal.get('/v1/users?q=gonewald')).body.users).toEqual([]);
      expect((await portal.get('/v1/users?q=gonewald&status=DELETED')).body.users).toHaveLength(1);
      for (const status of ['CREATED', 'UNBLOCK', 'UNPAUSE', 'RESET', 'BLOCKED', 'PAUSED']) {
        expect((await portal.put('/v1/users/gone/status', { status })).status).toBe(409);
      }
      expect((await portal.post('/v1/users', newUser('gone'))).status).toBe(409);
      expect((await portal.patch('/v1/users/gone', { firstName: 'X' })).status).toBe(409);
      expect((await portal.post('/v1/users/gone/activationCode')).status).toBe(409);
    });

    it('is listed page by page, each once, by a cursor that opens only the same list', async () => {
      const users = Array.from({ length: 25 }, (_, i) =>
        newUser(`page${String(i).padStart(2, '0')}`, { primaryGroup: 'paged' }),
      );
      expect((await portal.post('/v1/userBatches', { users })).body).toMatchObject({ created: 25, refused: 0 });
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const path: string = `/v1/users?group=paged&limit=10${next ? `&cursor=${next}` : ''}`;
        const { body } = await portal.get(path);
        seen.push(...body.users.map(({ userId }: { userId: string }) => userId));
        next = body.next;
        if (next) expect((await portal.get(`/v1/users?group=other&cursor=${next}`)).status).toBe(422);
      } while (next);
      expect(seen).toEqual(users.map(({ userId }) => userId));
      expect((await portal.get('/v1/users?limit=201')).body.errors).toEqual([
        { pointer: '?limit', detail: expect.any(String) },
      ]);
    });

    it('is enrolled with others: each is accepted or refused by itself', async () => {
      const users = [
        newUser('b1'),
        newUser('b1'),
        { userId: 'b2' },
        newUser('b3', { loginId: 'b1' }),
        newUser('b4'),
        'nonsense',
      ];
      const { status, body } = await portal.post('/v1/userBatches', { users });
      expect(status).toBe(422); // an element that is no object is no user at all
      expect(body.errors).toEqual([{ pointer: '/users/5', detail: expect.any(String) }]);

      const answer = await portal.post('/v1/userBatches', { users: users.slice(0, 5) });
      expect(answer.body.results.map(({ result, code }: { result: string; code?: string }) => code ?? result)).toEqual([
        'created',
        'users/already-exists',
        'kernel/invalid-arguments',
        'users/already-exists',
        'created',
      ]);
      expect(answer.body.results[2].errors).toEqual([{ pointer: '/primaryGroup', detail: expect.any(String) }]);
      expect((await portal.get('/v1/users/b3')).status).toBe(404);
    });

    it('is enrolled once when the request is repeated with its Idempotency-Key', async () => {
      const send = () => portal.post('/v1/users', newUser('once'), { 'idempotency-key': 'k-1' });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(second.body).toEqual(first.body);
    });

    it('may be sent a new code while there is something to activate and somewhere to send it', async () => {
      await portal.post('/v1/users', newUser('mute'));
      expect(await portal.post('/v1/users/mute/activationCode')).toMatchObject({
        status: 409,
        body: { code: 'users/unreachable' },
      });
      await portal.patch('/v1/users/mute', { emailId: 'mute@example.com' });
      expect((await portal.post('/v1/users/mute/activationCode')).status).toBe(202);
      await portal.post('/v1/users', newUser('early', { preferredStatus: 'ONBOARDING', emailId: 'e@example.com' }));
      expect(await portal.post('/v1/users/early/activationCode')).toMatchObject({
        status: 409,
        body: { code: 'users/nothing-to-activate' },
      });
    });

    it('is answered the same when a request is repeated by its key, whatever the user has become since', async () => {
      await portal.post('/v1/users', newUser('since', { emailId: 'since@example.com' }));
      const send = () => portal.post('/v1/users/since/activationCode', undefined, { 'idempotency-key': 'k-2' });
      expect((await send()).status).toBe(202);
      await portal.put('/v1/users/since/status', { status: 'BLOCKED' });
      const repeated = await send();
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
      const refused = await portal.post('/v1/users/since/activationCode');
      expect(refused).toMatchObject({ status: 409, body: { code: 'users/nothing-to-activate' } });
      expect(refused.headers.get('ratelimit')).toMatch(/^"client"/);
    });

    it('is exported with all that is held, and nothing that is secret', async () => {
      await portal.post('/v1/users', newUser('exp', { firstName: 'Ex', predefinedCode: 'code-of-mine' }));
      const { status, body } = await portal.get('/v1/users/exp/export');
      expect(status).toBe(200);
      expect(body.user).toMatchObject({ userId: 'exp', firstName: 'Ex' });
      expect(JSON.stringify(body)).not.toContain('code-of-mine');
      expect((await portal.get('/v1/users/nobody/export')).status).toBe(404);
    });
  });
});
