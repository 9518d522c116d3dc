import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { ClientRegistry } from '../../../src/auth/client/client-registry.service.js';
import { ClientRemoved } from '../../../src/auth/contract/index.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';
import { until } from '../../integration/support/until.js';
import { activeUser } from '../../support/devices.js';
import { meetAt } from '../../support/held-locks.js';
import { performJob } from '../../support/jobs.js';
import { TestOperator } from '../../support/operators.js';
import { type Answer, callApi, type Portal, portalOf } from '../../support/tokens.js';
import { answering, type WebhookReceiver } from '../../support/webhook-receiver.js';
import { scene } from '../webhooks/scene.js';

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type/';
const SESSION_REVOKED = `${CAEP}session-revoked`;
const ACCOUNT_DISABLED = `${RISC}account-disabled`;
const VERIFICATION = 'https://schemas.openid.net/secevent/ssf/event-type/verification';
const [PUSH, POLL] = ['urn:ietf:rfc:8935', 'urn:ietf:rfc:8936'];
const UNKNOWN = '019c137f-5940-7c35-8d70-4f7cc1d3b2a6';

/** A client that receives events: what the suite does as a receiver. */
class Receiver {
  streamId = '';
  private constructor(readonly portal: Portal) {}

  static async of(enterpriseId = 'default', scopes: readonly string[] = ['ssf.manage']): Promise<Receiver> {
    return new Receiver(await portalOf(scene().running, { scopes, enterpriseId }));
  }

  async create(body: object = {}): Promise<any> {
    const { status, body: stream } = await this.portal.post('/v1/ssf/streams', {
      events_requested: [SESSION_REVOKED, ACCOUNT_DISABLED, 'https://example.com/unknown'],
      ...body,
    });
    expect({ status, stream }).toMatchObject({ status: 201 });
    this.streamId = stream.stream_id;
    return stream;
  }

  push(receiver: WebhookReceiver, authorization_header?: string): Promise<any> {
    return this.create({ delivery: { method: PUSH, endpoint_url: receiver.url, authorization_header } });
  }

  async poll(
    body: object = { returnImmediately: true },
  ): Promise<{ sets: Record<string, string>; moreAvailable: boolean }> {
    const { status, body: polled } = await this.portal.post(`/v1/ssf/streams/${this.streamId}/events`, body);
    expect({ status, polled }).toMatchObject({ status: 200 });
    return polled;
  }

  async verify(state?: string): Promise<void> {
    await scene().db.rows('UPDATE shared.signal_stream SET verified_at = NULL');
    const { status } = await this.portal.post('/v1/ssf/verify', { stream_id: this.streamId, state });
    expect(status).toBe(204);
  }

  setStatus(status: string): Promise<Answer> {
    return this.portal.post('/v1/ssf/status', { stream_id: this.streamId, status });
  }
}

const block = (userId: string) => changeStatus(userId, 'BLOCKED');
async function changeStatus(userId: string, status: string, enterpriseId = 'default'): Promise<void> {
  const portal = await portalOf(scene().running, { scopes: ['users:read', 'users:write'], enterpriseId });
  expect((await portal.put(`/v1/users/${userId}/status`, { status })).status).toBe(200);
}

/** As a receiver does it: by the keys, the issuer and the type of the token. */
async function read(set: string, audience: string): Promise<JWTPayload & { events: Record<string, any>; sub_id: any }> {
  const keys = createRemoteJWKSet(new URL(scene().running.url('auth', '/service/authserver/oauth/jwks')));
  const issuer = 'https://auth.test/service/authserver';
  const { payload } = await jwtVerify(set, keys, { issuer, audience, typ: 'secevent+jwt', algorithms: ['RS256'] });
  return payload as Awaited<ReturnType<typeof read>>;
}

const setsOf = async ({ portal }: Receiver, sets: Record<string, string>) =>
  Promise.all(Object.values(sets).map((set) => read(set, portal.clientId)));

describe('The OpenID Shared Signals Framework', () => {
  let streams: Receiver;
  let users = 0;
  const newUser = (enterpriseId?: string) =>
    activeUser(
      scene().running,
      `signalled${++users}`,
      enterpriseId === undefined ? undefined : Tenant.of(enterpriseId, false),
    );
  beforeEach(async () => {
    streams = await Receiver.of();
  });
  afterEach(async () => {
    await scene().db.rows('DELETE FROM shared.signal_stream');
    await scene().db.rows('DELETE FROM shared.security_event');
  });

  it.each(['', '/service/authserver'])('openid-ssf-transmitter-metadata: is published, at the host%s', async (path) => {
    const { body } = await callApi(scene().running, 'auth', 'GET', `/.well-known/ssf-configuration${path}`);
    expect(body).toMatchObject({
      spec_version: '1_0',
      issuer: 'https://auth.test/service/authserver',
      jwks_uri: 'https://auth.test/service/authserver/oauth/jwks',
      configuration_endpoint: 'https://management.test/v1/ssf/streams',
      delivery_methods_supported: [PUSH, POLL],
      authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
      default_subjects: 'ALL',
    });
  });

  it('openid-ssf-stream-control-happy-path: a stream is created, read, changed, replaced, paused and deleted', async () => {
    const { portal } = streams;
    const endpoint = await scene().receiver();
    const made = await streams.push(endpoint, 'Bearer secret');
    expect(made).toMatchObject({
      iss: 'https://auth.test/service/authserver',
      aud: portal.clientId,
      events_delivered: [SESSION_REVOKED, ACCOUNT_DISABLED],
      delivery: { method: PUSH, endpoint_url: endpoint.url },
    });
    const { streamId: stream_id } = streams;
    expect((await portal.get(`/v1/ssf/streams?stream_id=${stream_id}`)).body).toEqual(made);
    expect((await portal.get('/v1/ssf/streams')).body).toEqual([made]);
    const changed = { ...made, events_requested: [ACCOUNT_DISABLED], description: 'Ours' };
    const { body: updated } = await portal.patch('/v1/ssf/streams', changed);
    expect(updated).toEqual({ ...changed, events_delivered: [ACCOUNT_DISABLED] });
    const { body: replaced } = await portal.put('/v1/ssf/streams', {
      stream_id,
      delivery: made.delivery,
      events_requested: [SESSION_REVOKED],
    });
    expect(replaced).toEqual({ ...made, events_requested: [SESSION_REVOKED], events_delivered: [SESSION_REVOKED] });
    for (const status of ['paused', 'disabled', 'enabled']) {
      expect(await streams.setStatus(status)).toMatchObject({ status: 200, body: { stream_id, status } });
      expect((await portal.get(`/v1/ssf/status?stream_id=${stream_id}`)).body).toEqual({ stream_id, status });
    }
    expect((await portal.delete(`/v1/ssf/streams?stream_id=${stream_id}`)).status).toBe(204);
    expect((await portal.get('/v1/ssf/streams')).body).toEqual([]);
    const [row] = await scene().db.rows<{ text: string }>('SELECT json_agg(e)::text AS text FROM shared.audit_entry e');
    for (const what of ['created', 'changed', 'status-changed', 'removed'])
      expect(row?.text).toContain(`shared-signals.stream-${what}`);
    expect(row?.text).not.toContain('Bearer secret');
  });

  it('openid-ssf-stream-control-create-stream-without-delivery: a stream is delivered by poll', async () => {
    const { delivery } = await streams.create();
    expect(delivery).toEqual({
      method: POLL,
      endpoint_url: `https://management.test/v1/ssf/streams/${streams.streamId}/events`,
    });
  });

  it('openid-ssf-stream-control-error-create-stream-with-duplicate-config: a client has one stream', async () => {
    await streams.create();
    expect((await streams.portal.post('/v1/ssf/streams', {})).status).toBe(409);
  });

  it('openid-ssf-stream-control-error-create-stream-with-broken-input: a body that is no JSON is refused', async () => {
    const send = (method: string) =>
      fetch(scene().running.url('management', '/v1/ssf/streams'), {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${streams.portal.token}` },
        body: '{"broken',
      });
    for (const method of ['POST', 'PATCH', 'PUT']) expect((await send(method)).status).toBe(400);
  });

  it('openid-ssf-stream-control-error-create-stream-with-read-only-token: it needs ssf.manage', async () => {
    await streams.create();
    const reader = await Receiver.of('default', ['ssf.read']);
    expect((await reader.portal.post('/v1/ssf/streams', {})).status).toBe(403);
    expect((await reader.portal.get('/v1/ssf/streams')).body).toEqual([]);
  });

  it.each([
    ['read', 'GET', '/v1/ssf/streams?stream_id=', undefined],
    ['update', 'PATCH', '/v1/ssf/streams', {}],
    ['replace', 'PUT', '/v1/ssf/streams', {}],
    ['delete', 'DELETE', '/v1/ssf/streams?stream_id=', undefined],
    ['read status of', 'GET', '/v1/ssf/status?stream_id=', undefined],
    ['verify', 'POST', '/v1/ssf/verify', {}],
    ['poll', 'POST', '/v1/ssf/streams/ID/events', {}],
  ])('openid-ssf-stream-control-error-…-unknown-stream, -with-invalid-token: %s', async (_what, method, path, body) => {
    const owner = await Receiver.of();
    await owner.create();
    for (const streamId of [UNKNOWN, owner.streamId]) {
      const target = path.includes('?') ? path + streamId : path.replace('ID', streamId);
      const sent = body && (path.includes('ID') ? body : { stream_id: streamId });
      const ask = (token: string) =>
        callApi(scene().running, 'management', method, target, sent, { authorization: `Bearer ${token}` });
      expect((await ask(streams.portal.token)).status).toBe(404);
      const refused = await ask('invalid');
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });

  it.each([
    ['iss', 'https://other.example'],
    ['aud', 'other'],
    ['events_supported', []],
    ['min_verification_interval', 60],
  ])('lets no receiver decide %s', async (name, value) => {
    const { stream_id } = await streams.create();
    const { status, body } = await streams.portal.patch('/v1/ssf/streams', { stream_id, [name]: value });
    expect([status, body.errors[0].pointer]).toEqual([422, `/${name}`]);
  });

  it.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'http://receiver.example/',
    'https://u:p@receiver.example/',
    'not a url',
  ])('pushes nothing to %s', async (endpoint_url) => {
    const { status } = await streams.portal.post('/v1/ssf/streams', { delivery: { method: PUSH, endpoint_url } });
    expect(status).toBe(422);
  });

  it.each([['Bearer from-the-receiver'], [undefined]])(
    'openid-ssf-transmitter-stream-verification-push: the event comes with the authorization %s',
    async (authorization) => {
      const endpoint = await scene().receiver();
      endpoint.answer = answering(202);
      await streams.push(endpoint, authorization);
      await streams.verify('a-state');
      const [pushed] = await endpoint.received(1);
      expect(pushed?.headers).toMatchObject({ 'content-type': 'application/secevent+jwt', accept: 'application/json' });
      expect(pushed?.headers['authorization']).toBe(authorization);
      expect(await read(pushed!.body, streams.portal.clientId)).toMatchObject({
        sub_id: { format: 'opaque', id: streams.streamId },
        events: { [VERIFICATION]: { state: 'a-state' } },
      });
    },
  );

  it('openid-ssf-transmitter-stream-verification-poll-only, -ack-only, -poll-and-ack: an event comes until it is confirmed', async () => {
    await streams.create();
    await streams.verify('one');
    const first = await streams.poll();
    expect(await setsOf(streams, first.sets)).toMatchObject([{ events: { [VERIFICATION]: { state: 'one' } } }]);
    const [jti] = Object.keys(first.sets);
    expect(Object.keys((await streams.poll()).sets)).toEqual([jti]);
    expect(await streams.poll({ maxEvents: 0, ack: [jti] })).toEqual({ sets: {}, moreAvailable: false });
    await streams.verify('two');
    const second = await streams.poll();
    await streams.verify('three');
    const third = await streams.poll({ returnImmediately: true, ack: Object.keys(second.sets) });
    expect(await setsOf(streams, third.sets)).toMatchObject([{ events: { [VERIFICATION]: { state: 'three' } } }]);
  });

  it('openid-ssf-transmitter-stream-verification-set-errs: a faulty event does not come again, and is audited', async () => {
    await streams.create();
    await streams.verify();
    const [jti = ''] = Object.keys((await streams.poll()).sets);
    const setErrs = { [jti.toUpperCase()]: { err: 'invalid_key', description: 'Unknown' }, nonsense: { err: 'x' } };
    expect((await streams.poll({ returnImmediately: true, setErrs })).sets).toEqual({});
    const [entry] = await scene().db.rows(
      `SELECT details FROM shared.audit_entry WHERE kind = 'shared-signals.event-rejected'`,
    );
    expect(entry?.['details']).toMatchObject({ eventId: jti, err: 'invalid_key', description: 'Unknown' });
  });

  it('takes an error whose text is longer than what is kept of it, even where the cut would split an emoji', async () => {
    await streams.create();
    await streams.verify();
    const [jti = ''] = Object.keys((await streams.poll()).sets);
    const setErrs = { [jti]: { err: `${'x'.repeat(254)}😀`, description: `${'y'.repeat(254)}😀` } };
    expect((await streams.poll({ returnImmediately: true, setErrs })).sets).toEqual({});
    const [entry] = await scene().db.rows(`SELECT details FROM shared.audit_entry WHERE details ->> 'eventId' = $1`, [
      jti,
    ]);
    expect(entry?.['details']).toMatchObject({ err: 'x'.repeat(254), description: 'y'.repeat(254) });
  });

  it('openid-ssf-transmitter-stream-verification-long-poll: a poll waits until an event is there', async () => {
    await streams.create();
    const waiting = streams.poll({});
    await streams.verify('late');
    expect(await setsOf(streams, (await waiting).sets)).toMatchObject([
      { events: { [VERIFICATION]: { state: 'late' } } },
    ]);
  });

  it('asks a receiver to wait between two verifications', async () => {
    await streams.create();
    await streams.verify();
    const { status, headers } = await streams.portal.post('/v1/ssf/verify', { stream_id: streams.streamId });
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
  });

  it('refuses to poll a stream that is pushed', async () => {
    await streams.push(await scene().receiver());
    expect((await streams.portal.post(`/v1/ssf/streams/${streams.streamId}/events`, {})).status).toBe(409);
  });

  it('tells by CAEP and RISC that a blocked user has no sessions, and only the receivers of the enterprise', async () => {
    const foreign = await Receiver.of('acme');
    await foreign.create();
    await streams.create();
    const { sub, userId } = await newUser();
    await block(userId);
    await until(async () => Object.keys((await streams.poll()).sets).length === 2);
    const told = await setsOf(streams, (await streams.poll()).sets);
    expect(told.map(({ events }) => Object.keys(events)[0])).toEqual([SESSION_REVOKED, ACCOUNT_DISABLED]);
    expect(told[0]).toMatchObject({
      sub_id: { format: 'iss_sub', iss: 'https://auth.test/service/authserver', sub },
      events: { [SESSION_REVOKED]: { initiating_entity: 'admin', event_timestamp: expect.any(Number) } },
    });
    expect(told[0]).not.toHaveProperty('sub');
    expect(told[0]).not.toHaveProperty('exp');
    expect((await foreign.poll()).sets).toEqual({});
  });

  it('tells that all sessions of a user were ended', async () => {
    await streams.create();
    const { userId } = await newUser();
    const portal = await portalOf(scene().running, { scopes: ['users:write'] });
    expect((await portal.delete(`/v1/users/${userId}/loginSessions`)).status).toBe(204);
    await until(async () => Object.keys((await streams.poll()).sets).length === 1);
  });

  it('openid-ssf-stream-subject-control: a removed user is not told of until it is added again', async () => {
    await streams.create({ events_requested: [ACCOUNT_DISABLED] });
    const { sub, userId } = await newUser();
    const iss = 'https://auth.test/service/authserver';
    const change = async (how: 'add' | 'remove', subject: object) =>
      (await streams.portal.post(`/v1/ssf/subjects/${how}`, { stream_id: streams.streamId, subject })).status;
    expect(await change('remove', { format: 'iss_sub', iss, sub })).toBe(204);
    expect(await change('remove', { format: 'opaque', id: 'nobody' })).toBe(204);
    expect(await change('add', { format: 'opaque' })).toBe(422);
    await block(userId);
    await changeStatus(userId, 'UNBLOCK');
    expect(await change('add', { format: 'opaque', id: userId })).toBe(200);
    await block(userId);
    await until(async () => Object.keys((await streams.poll()).sets).length > 0);
    expect(await setsOf(streams, (await streams.poll()).sets)).toHaveLength(1);
  });

  it('openid-ssf-transmitter-paused-stream-holds-events, -disabled-stream-drops-events', async () => {
    const endpoint = await scene().receiver();
    await streams.push(endpoint);
    await streams.setStatus('paused');
    await streams.verify('kept');
    await streams.setStatus('enabled');
    const [kept] = await endpoint.received(1);
    expect((await read(kept!.body, streams.portal.clientId)).events).toEqual({ [VERIFICATION]: { state: 'kept' } });
    await streams.setStatus('disabled');
    await streams.verify('dropped');
    await streams.setStatus('enabled');
    await streams.verify('after');
    await endpoint.received(2);
    expect((await read(endpoint.got[1]!.body, streams.portal.clientId)).events).toEqual({
      [VERIFICATION]: { state: 'after' },
    });
  });

  it('delivers an event that happens while a paused stream is being enabled', async () => {
    const endpoint = await scene().receiver();
    endpoint.answer = answering(202);
    await streams.push(endpoint);
    await streams.setStatus('paused');
    const { userId } = await newUser();
    const sql = `UPDATE shared.signal_stream SET status = 'enabled' WHERE stream_id = $1`;
    await meetAt(scene().running, { sql, params: [streams.streamId] }, [() => block(userId)]);
    await endpoint.received(2);
  });

  it('tries again with the same jti until the receiver takes the event, and a receiver that hangs delays no other', async () => {
    const hanging = await scene().receiver();
    hanging.answer = () => undefined;
    await streams.push(hanging);
    for (let n = 0; n < 6; n++) await streams.verify(String(n));
    await hanging.received(4);
    const other = await Receiver.of();
    const failing = await scene().receiver();
    failing.answer = answering(500);
    await other.push(failing);
    await other.verify();
    const [first] = await failing.received(1);
    failing.answer = answering(202);
    await until(
      async () =>
        (await scene().db.rows('SELECT FROM shared.job WHERE lane = $1 AND lease IS NULL', [other.streamId])).length ===
        1,
    );
    await scene().makeDue({ endpointId: other.streamId } as never);
    await failing.received(2);
    const tries = await Promise.all([first, failing.got[1]].map((one) => read(one!.body, other.portal.clientId)));
    expect(tries[0]?.jti).toBe(tries[1]?.jti);
    await until(
      async () =>
        (await scene().db.rows('SELECT FROM shared.security_event WHERE stream_id = $1', [other.streamId])).length ===
        0,
    );
  });

  it('sends what has failed for hours at once after the receiver has changed its stream, and forgets earlier failures', async () => {
    const endpoint = await scene().receiver();
    endpoint.answer = answering(500);
    await streams.push(endpoint);
    await streams.verify();
    const rows = (sql: string) => scene().db.rows(sql, [streams.streamId]);
    const POSTPONE = `
      UPDATE shared.job SET attempts = 6, due_at = now() + interval '10 hours'
      WHERE lane = $1 AND attempts > 0 AND lease IS NULL RETURNING 1`;
    await until(async () => (await rows(POSTPONE)).length === 1);
    await rows('UPDATE shared.signal_stream SET failures = 9 WHERE stream_id = $1::uuid');
    const before = endpoint.got.length;
    await streams.setStatus('paused');
    expect(await rows('SELECT failures FROM shared.signal_stream WHERE stream_id = $1')).toEqual([{ failures: 0 }]);
    await streams.setStatus('enabled');
    await endpoint.received(before + 1);
  });

  it('gives no event to a stream whose owner or address somebody has altered in the database', async () => {
    await streams.create();
    const foreign = await Receiver.of('acme');
    await foreign.create();
    await scene().db.rows(`UPDATE shared.signal_stream SET enterprise_id = 'default' WHERE stream_id = $1`, [
      foreign.streamId,
    ]);
    const thief = await portalOf(scene().running, { scopes: ['ssf.manage'] });
    await scene().db.rows('UPDATE shared.signal_stream SET client_id = $2 WHERE stream_id = $1', [
      foreign.streamId,
      thief.clientId,
    ]);
    expect((await thief.post(`/v1/ssf/streams/${foreign.streamId}/events`, { returnImmediately: true })).status).toBe(
      500,
    );
  });

  it('discards what nobody has taken for a week, and the audit log tells how much', async () => {
    await streams.create();
    await streams.verify();
    await scene().db.rows(`UPDATE shared.security_event SET event_id = '018c137f-5940-7c35-8d70-4f7cc1d3b2a6'`);
    await scene().db.rows(`UPDATE shared.job SET due_at = now() WHERE kind = 'shared/discard-security-events'`);
    await until(async () => (await scene().db.rows('SELECT FROM shared.security_event')).length === 0);
    const [entry] = await scene().db.rows(
      `SELECT details FROM shared.audit_entry WHERE kind = 'shared-signals.events-discarded'`,
    );
    expect(entry?.['details']).toMatchObject({ streamId: streams.streamId, events: 1 });
  });

  it('removes the stream of a client that is deleted, and no receiver of that client is told anything more', async () => {
    const endpoint = await scene().receiver();
    endpoint.answer = answering(202);
    await streams.push(endpoint);
    const other = await Receiver.of();
    await other.create();
    const owner = await portalOf(scene().running, { scopes: ['clients:write', 'ssf.manage'] });
    expect((await owner.delete(`/v1/clients/${streams.portal.clientId}`)).status).toBe(204);
    const kept = () =>
      scene().db.rows<{ id: string }>('SELECT stream_id AS id FROM shared.signal_stream ORDER BY stream_id');
    await until(async () => (await kept()).length === 1);
    expect(await kept()).toEqual([{ id: other.streamId }]);
    const { userId } = await newUser();
    await block(userId);
    await until(async () => Object.keys((await other.poll()).sets).length === 2);
    expect(await scene().db.rows('SELECT FROM shared.security_event WHERE stream_id = $1', [streams.streamId])).toEqual(
      [],
    );
    const audited = await scene().db.rows(
      `SELECT actor_id FROM shared.audit_entry
       WHERE kind = 'shared-signals.stream-removed' AND details ->> 'streamId' = $1`,
      [streams.streamId],
    );
    expect(audited).toEqual([{ actor_id: owner.clientId }]);
  });

  it('keeps a stream that was created after the deletion of which it is told', async () => {
    await streams.create();
    const { clientId } = streams.portal;
    await scene().db.rows(
      `UPDATE shared.signal_stream SET created_at = now() + interval '1 minute' WHERE stream_id = $1`,
      [streams.streamId],
    );
    const event = new ClientRemoved({ clientId, enterpriseId: 'default', test: false });
    const uow = scene().running.app.get(UnitOfWork);
    await uow.run((tx) => {
      tx.record(event);
      return Promise.resolve();
    });
    const told = () => scene().db.rows('SELECT FROM shared.inbox WHERE event_id = $1', [event.id]);
    await until(async () => (await told()).length === 1);
    expect((await streams.portal.get('/v1/ssf/streams')).body).toHaveLength(1);
  });

  describe('to a client that may receive events no more', () => {
    const lost: [string, (clientId: string) => Promise<unknown>][] = [
      [
        'because it lost its scope',
        async (clientId) => {
          const owner = await portalOf(scene().running, { scopes: ['clients:write', 'ssf.manage', 'users:read'] });
          const { status } = await owner.patch(`/v1/clients/${clientId}`, { scopes: ['users:read'] });
          expect(status).toBe(200);
        },
      ],
      [
        'because an earlier release deleted it without its stream',
        async (clientId) => {
          await scene().db.rows('DELETE FROM auth.client WHERE client_id = $1', [clientId]);
          scene().running.app.get(ClientRegistry).forget(clientId);
        },
      ],
    ];
    const statusOf = async ({ streamId }: Receiver) =>
      (await scene().db.rows('SELECT status FROM shared.signal_stream WHERE stream_id = $1', [streamId]))[0];

    it.each(lost)('pushes no event %s, and disables its stream', async (_why, lose) => {
      const endpoint = await scene().receiver();
      endpoint.answer = answering(202);
      await streams.push(endpoint);
      await lose(streams.portal.clientId);
      await block((await newUser()).userId);
      await until(async () => (await statusOf(streams))?.['status'] === 'disabled');
      expect(endpoint.got).toEqual([]);
    });

    it.each(lost)('stores no event to poll %s, and keeps the streams of others', async (_why, lose) => {
      const other = await Receiver.of('default', ['ssf.manage', 'users:read']);
      await other.create();
      await streams.create();
      await lose(streams.portal.clientId);
      await performJob(scene().running.app, 'shared/stop-streams');
      expect([await statusOf(streams), await statusOf(other)]).toEqual([{ status: 'disabled' }, { status: 'enabled' }]);
    });
  });

  it('opens no stream to an operator of the console', async () => {
    const operator = await TestOperator.with(scene().running, ['owner']);
    for (const [method, path] of [
      ['POST', '/api/v1/ssf/streams'],
      ['GET', '/api/v1/ssf/streams'],
    ] as const)
      expect(await operator.call(method, path, method === 'POST' ? {} : undefined)).toMatchObject({ status: 403 });
  });

  it('signs each event as a security event token', async () => {
    await streams.create();
    await streams.verify();
    const [set = ''] = Object.values((await streams.poll()).sets);
    expect(decodeProtectedHeader(set)).toEqual({ alg: 'RS256', typ: 'secevent+jwt', kid: expect.any(String) });
  });
});
