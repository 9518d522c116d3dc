import { AuditLog } from '../../audit/contract/index.js';
import { EvidenceSigningKeys } from '../keys/evidence/evidence-signing-keys.service.js';
import { SigningKeyRotation } from '../keys/signing-key-rotation.service.js';
import { SigningKeys } from '../keys/signing-keys.service.js';
import { Tenant } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import type { TestApplication } from '../../../test/support/application.js';
import { TestOperator } from '../../../test/support/operators.js';
import { sharedApplication } from '../../../test/support/shared-application.js';
import { portalOf, type Portal } from '../../../test/support/tokens.js';

const LIVE = { data: 'live' };
const WHY = { reason: encodeURIComponent('A backup was stolen – all of it') };
const ROTATION = '/v1/keys/rotation';

interface Key {
  readonly kid: string;
  readonly use: string;
  readonly algorithm: string;
  readonly state: string;
  readonly activatesTs: number | null;
}

describe('Keys', () => {
  describe('The keys that sign', () => {
    let running: TestApplication;
    let administrator: Portal;
    beforeAll(async () => {
      running = await sharedApplication();
    });
    beforeEach(async () => {
      await forgetOtherKeys();
      administrator = await portalOf(running, {
        scopes: ['system:read', 'system:write', 'clients:secure'],
        administrator: true,
      });
      await running.app.get(SigningKeys).active('RS256');
    });

    /** Each test begins with the keys that sign tokens now, and with none for receipts. */
    async function forgetOtherKeys(): Promise<void> {
      const db = running.app.get(Database);
      await db.rows(`DELETE FROM auth.signing_key WHERE state <> 'ACTIVE'`);
      await db.rows('DELETE FROM auth.evidence_key');
      for (const keys of [SigningKeys, EvidenceSigningKeys]) running.app.get(keys).reload();
    }
    const listed = async (): Promise<Key[]> => {
      const { status, body } = await administrator.get('/v1/keys');
      expect(status).toBe(200);
      return body.keys;
    };
    const states = async (use: string) =>
      (await listed())
        .filter((key) => key.use === use)
        .map(({ algorithm, state }) => `${algorithm} ${state}`)
        .sort();
    const kindsOf = async (prefix: string) => {
      const all = await running.app
        .get(Database)
        .rows<{ kind: string }>('SELECT kind FROM shared.audit_entry WHERE actor_id = $1 ORDER BY id', [
          administrator.clientId,
        ]);
      return all.map(({ kind }) => kind).filter((kind) => kind.startsWith(prefix));
    };

    it('are listed without their secret halves', async () => {
      await administrator.post(ROTATION, { use: 'evidence' });
      const keys = await listed();
      expect(keys).toEqual(
        [
          ['signing', 'ES256'],
          ['signing', 'RS256'],
          ['evidence', 'ES256'],
        ].map(() => expect.any(Object)),
      );
      for (const key of keys) {
        expect(Object.keys(key).sort()).toEqual(
          ['kid', 'use', 'algorithm', 'state', 'createdTs', 'activatesTs', 'activatedTs', 'retiredTs'].sort(),
        );
        expect(key).toMatchObject({ state: 'ACTIVE', activatedTs: expect.any(Number), retiredTs: null });
      }
    });

    it('are published when they are for tokens, and sign a day later', async () => {
      const { status, body } = await administrator.post(ROTATION, { use: 'signing' });
      expect(status).toBe(201);
      expect(body.keys.map(({ algorithm, use }: Key) => `${use} ${algorithm}`)).toEqual([
        'signing ES256',
        'signing RS256',
      ]);
      for (const { kid, signsFromTs } of body.keys) {
        const key = (await listed()).find((one) => one.kid === kid);
        expect(key).toMatchObject({ state: 'NEXT', activatesTs: signsFromTs });
        expect(signsFromTs - (key as any).createdTs).toBe(86_400_000);
      }
      expect((await administrator.post(ROTATION, { use: 'signing' })).body).toEqual(body);
    });

    it('have a time at which they will sign only until they sign', async () => {
      const { body } = await administrator.post(ROTATION, { use: 'signing' });
      const planned = async () => (await listed()).filter(({ activatesTs }) => activatesTs !== null);
      expect(await planned()).toHaveLength(body.keys.length);
      await running.app.get(SigningKeyRotation).rotate('ES256');
      expect(await planned()).toMatchObject([{ algorithm: 'RS256', state: 'NEXT' }]);
    });

    it('are replaced at once when they are for receipts, and the old one stays', async () => {
      await administrator.post(ROTATION, { use: 'evidence' });
      expect((await administrator.post(ROTATION, { use: 'evidence' })).status).toBe(201);
      expect(await states('evidence')).toEqual(['ES256 ACTIVE', 'ES256 RETIRED']);
    });

    it('are not withdrawn when they are for receipts', async () => {
      const refused = await administrator.post(ROTATION, { use: 'evidence', compromised: true });
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/compromised' }] } });
    });

    it('that may have leaked are withdrawn at once, and void what they signed', async () => {
      const { status, body } = await administrator.post(ROTATION, { use: 'signing', compromised: true });
      expect(status).toBe(201);
      expect((await administrator.get('/v1/keys')).status).toBe(401);
      const active = await running.app.get(SigningKeys).active('ES256');
      expect(body.keys[0].kid).toBe(active.kid);
      expect(await kindsOf('auth.signing-key-withdrawn')).toHaveLength(2);
    });

    it.each([{}, { use: 'tokens' }, { use: 'signing', compromised: 'yes' }, { use: 'signing', more: 1 }])(
      'are not replaced by %j',
      async (body) => {
        expect((await administrator.post(ROTATION, body)).status).toBe(422);
      },
    );

    it('are for live administrators only', async () => {
      const scopes = ['system:read', 'system:write', 'clients:secure'];
      const callers = [
        await portalOf(running, { scopes }),
        await portalOf(running, { scopes, administrator: true, test: true }),
        await portalOf(running, { scopes: ['clients:read'], administrator: true }),
      ];
      for (const caller of callers) {
        expect((await caller.get('/v1/keys')).status).toBe(403);
        expect((await caller.post(ROTATION, { use: 'signing' })).status).toBe(403);
        expect((await caller.post(ROTATION, { use: 'signing', compromised: true })).status).toBe(403);
      }
      const reader = await portalOf(running, { scopes: ['system:read', 'clients:secure'], administrator: true });
      expect((await reader.post(ROTATION, { use: 'signing' })).status).toBe(403);
      expect(await states('signing')).toEqual(['ES256 ACTIVE', 'RS256 ACTIVE']);
    });

    it('are replaced by operators whose role may, and not by others', async () => {
      const may = { support: [403, 403], reviewer: [403, 403], security: [200, 403], developer: [200, 201] } as const;
      for (const [role, [read, rotated]] of Object.entries(may)) {
        const operator = await TestOperator.with(running, [role as keyof typeof may]);
        expect([role, (await operator.get('/api/v1/keys', LIVE)).status]).toEqual([role, read]);
        const answer = await operator.call('POST', `/api${ROTATION}`, { use: 'signing' }, LIVE);
        expect([role, answer.status]).toEqual([role, rotated]);
      }
    });

    it('are those of all: an operator of one enterprise, or on test data, has no part in them', async () => {
      const local = await TestOperator.with(running, [{ enterpriseId: 'default', side: 'both', role: 'owner' }]);
      const everywhere = await TestOperator.with(running, ['owner']);
      for (const [operator, data] of [
        [local, 'live'],
        [local, 'test'],
        [everywhere, 'test'],
      ] as const) {
        expect((await operator.get('/api/v1/keys', { data })).status).toBe(403);
        const compromised = { use: 'signing', compromised: true };
        const answer = await operator.call('POST', `/api${ROTATION}`, compromised, { data, ...WHY });
        expect([answer.status, answer.body.code]).toEqual([403, 'kernel/forbidden']);
      }
      expect((await everywhere.get('/api/v1/fourEyes', { data: 'live' })).body.requests).toEqual([]);
    });

    it('are withdrawn by an operator when a second one agrees', async () => {
      const asker = await TestOperator.with(running, ['security']);
      const second = await TestOperator.with(running, ['developer']);
      const compromised = { use: 'signing', compromised: true };
      const noReason = await asker.call('POST', `/api${ROTATION}`, compromised, LIVE);
      expect(noReason.status).toBe(422);
      const asked = await asker.call('POST', `/api${ROTATION}`, compromised, { ...LIVE, ...WHY });
      expect(asked.status).toBe(202);
      expect(await states('signing')).toEqual(['ES256 ACTIVE', 'RS256 ACTIVE']);
      expect((await asker.call('POST', `/api/v1/fourEyes/${asked.body.id}/agreement`, {}, LIVE)).status).toBe(403);
      const agreed = await second.call('POST', `/api/v1/fourEyes/${asked.body.id}/agreement`, {}, LIVE);
      expect(agreed.body).toMatchObject({ state: 'done', right: 'secure', answer: { status: 201 } });
      const { body } = await second.get('/api/v1/keys', LIVE);
      const found = body.keys.map(({ algorithm, state }: Key) => `${algorithm} ${state}`).sort();
      expect(found).toEqual(['ES256 ACTIVE', 'ES256 WITHDRAWN', 'RS256 ACTIVE', 'RS256 WITHDRAWN']);
      const { entries } = await running.app
        .get(AuditLog)
        .list({ tenant: Tenant.of('default', false), kinds: ['operators.*'] }, 10);
      expect(entries.map(({ kind }) => kind)).toContain('operators.four-eyes-carried-out');
    });
  });
});
