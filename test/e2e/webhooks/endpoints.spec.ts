import { AuditLog } from '../../../src/audit/contract/index.js';
import { portalOf } from '../../support/tokens.js';
import { LIVE } from '../../support/webhooks.js';
import { scene } from './scene.js';

const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const BODY = { url: 'https://bank.example/hook', eventTypes: ['user.status_changed'] };
const PATH = '/v1/webhookEndpoints';

describe('Webhooks: endpoints', () => {
  const post = (body: object) => scene().portal.post(PATH, body);

  describe('An endpoint', () => {
    it('shows its secret once, and is read, changed and removed', async () => {
      const made = await post(BODY);
      expect(made.status).toBe(201);
      const { secret, ...shown } = made.body;
      expect(secret).toMatch(SECRET);
      const path = made.headers.get('location') ?? '';
      expect(path).toBe(`${PATH}/${shown.endpointId}`);
      expect(shown).toEqual({
        ...BODY,
        endpointId: expect.any(String),
        enabled: true,
        disabledBy: null,
        failingSinceTs: null,
        createdTs: expect.any(Number),
        updatedTs: expect.any(Number),
      });
      expect((await scene().portal.get(path)).body).toEqual(shown);
      expect((await scene().portal.get(PATH)).body).toEqual({ webhookEndpoints: [shown], next: null });

      const changed = await scene().portal.patch(path, { enabled: false, eventTypes: [] });
      expect(changed.body).toMatchObject({ url: BODY.url, eventTypes: [], enabled: false, disabledBy: 'enterprise' });
      expect((await scene().portal.patch(path, { enabled: true })).body).toMatchObject({ disabledBy: null });
      expect((await scene().portal.delete(path)).status).toBe(204);
      expect((await scene().portal.get(path)).body).toMatchObject({ code: 'webhooks/endpoint-not-found' });
    });

    it('repeats its answer to an Idempotency-Key without the secret', async () => {
      const again = () => scene().portal.post(PATH, BODY, { 'idempotency-key': 'make-one' });
      const { endpointId } = (await again()).body;
      const { body } = await again();
      expect(body).toMatchObject({ endpointId, secretWithheld: true });
      expect(body).not.toHaveProperty('secret');
    });

    it.each([
      ['/url', { url: 'http://bank.example/hook' }],
      ['/url', { url: 'https://10.1.2.3/hook' }],
      ['/url', { url: 'https://[::ffff:192.168.0.1]/hook' }],
      ['/url', { url: 'https://user:secret@bank.example/' }],
      ['/url', { url: 'https://bank.example/#part' }],
      ['/url', { url: 'https:///bank.example/hook' }],
      ['/url', { url: 'https://@bank.example/hook' }],
      ['/url', { url: 'https://bank.example\\@evil.example/hook' }],
      ['/url', { url: 'https://' }],
      ['/url', { url: 'ftp://bank.example/' }],
      ['/url', { url: `https://bank.example/${'x'.repeat(2_048)}` }],
      ['/eventTypes/1', { eventTypes: ['user.status_changed', 'user.born'] }],
      ['/eventTypes', { eventTypes: ['user.status_changed', 'user.status_changed'] }],
      ['/enabled', { enabled: 'yes' }],
      ['/secret', { secret: 'whsec_mine' }],
    ])('is refused for a bad %s (%#), also when it is changed', async (pointer, fields) => {
      const { status, body } = await post({ ...BODY, ...fields });
      expect({ status, pointer: body.errors?.[0]?.pointer }).toEqual({ status: 422, pointer });
      const { path } = await scene().register(BODY.url, []);
      expect((await scene().portal.patch(path, fields)).status).toBe(422);
    });

    it('is one of at most twenty, however many are made at once', async () => {
      const answers = await Promise.all(Array.from({ length: 25 }, () => post(BODY)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
      const refused = answers.find(({ status }) => status !== 201);
      expect(refused).toMatchObject({ status: 409, body: { code: 'webhooks/too-many-endpoints' } });
      const page = await scene().portal.get(`${PATH}?limit=15`);
      const rest = await scene().portal.get(`${PATH}?limit=15&cursor=${page.body.next}`);
      const ids = [...page.body.webhookEndpoints, ...rest.body.webhookEndpoints].map(({ endpointId }) => endpointId);
      expect(new Set(ids).size).toBe(20);
      expect(rest.body.next).toBeNull();
    });

    it('is not found by other enterprises, nor by test clients', async () => {
      const { path, endpointId } = await scene().register(BODY.url);
      const scopes = ['webhooks:read', 'webhooks:write'];
      for (const other of [{ enterpriseId: 'rival' }, { test: true }]) {
        const stranger = await portalOf(scene().running, { scopes, ...other });
        const calls = [
          stranger.get(path),
          stranger.patch(path, { enabled: false }),
          stranger.delete(path),
          stranger.post(`${path}/rotateSecret`, {}),
          stranger.get(`${path}/deliveries`),
          stranger.post(`${path}/test`),
          stranger.post(`${path}/deliveries/${endpointId}/replay`),
          stranger.post(`${path}/replayFailed`, { since: '2026-01-01T00:00:00Z' }),
        ];
        expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 404));
        expect((await stranger.get(PATH)).body.webhookEndpoints).toEqual([]);
      }
      expect((await scene().portal.get(path)).body).toMatchObject({ enabled: true });
    });

    it('needs its scopes', async () => {
      const reader = await portalOf(scene().running, { scopes: ['webhooks:read'] });
      const { path } = await scene().register(BODY.url);
      expect((await reader.get(path)).status).toBe(200);
      expect((await reader.post(PATH, BODY)).status).toBe(403);
      expect((await reader.post(`${path}/rotateSecret`, {})).status).toBe(403);
      expect((await (await portalOf(scene().running, { scopes: ['users:read'] })).get(path)).status).toBe(403);
    });

    it('leaves a trace of each change in the audit log, and no secret anywhere', async () => {
      const { path, endpointId, secret } = await scene().register(BODY.url);
      const rotated = (await scene().portal.post(`${path}/rotateSecret`, { overlapSeconds: 60 })).body;
      await scene().portal.patch(path, { enabled: false });
      await scene().portal.delete(path);
      const { entries } = await scene().running.app.get(AuditLog).list({ tenant: LIVE }, 50);
      const about = entries.filter(({ details }) => details['endpointId'] === endpointId);
      expect(about.map(({ kind }) => kind)).toEqual([
        'webhooks.endpoint-removed',
        'webhooks.endpoint-changed',
        'webhooks.endpoint-secret-rotated',
        'webhooks.endpoint-registered',
      ]);
      for (const shown of [secret, rotated.secret]) expect(JSON.stringify(entries)).not.toContain(shown);
    });
  });
});
