import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { checkEvidence } from '@countersign/evidence';
import { GrantRevocation } from '../../../../src/auth/grants/grant-revocation.service.js';
import { EvidenceKeys } from '../../../../src/auth/contract/index.js';
import { Database, UnitOfWork } from '../../../../src/shared/persistence/index.js';
import { newId } from '../../../../src/shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../../../support/application.js';
import { Asking, told, uuidOf } from '../../../support/backchannel.js';
import { activeUser, registerDevice } from '../../../support/devices.js';
import { Someone } from '../../../support/leveled-user.js';
import { Phone } from '../../../support/phone.js';
import { seenBy, signed } from '../../../support/signed-answer.js';
import { PASSWORD } from '../../../support/signing-in.js';
import { portalOf } from '../../../support/tokens.js';
import { until } from '../../../integration/support/until.js';

let running: TestApplication;
const db = () => running.app.get(Database);
const asking = (...profile: Parameters<typeof Asking.with> extends [unknown, ...infer Rest] ? Rest : never) =>
  Asking.with(running, ...profile);

async function untilApproved(request: oidc.BackchannelAuthenticationResponse): Promise<void> {
  const sql = `SELECT FROM auth.approval WHERE state = 'APPROVED' AND notification_uuid = $1`;
  await until(async () => (await db().rows(sql, [uuidOf(request)])).length === 1);
}

describe('An approval that a client asks for on the phone', () => {
  beforeAll(async () => {
    running = await startTestApplication();
  });
  afterAll(() => running.close());

  it('gives openid-client, unchanged, tokens that refer to evidence which verifies offline', async () => {
    const it = await asking();
    const request = await it.ask({
      binding_message: 'K7-42',
      acr_values: 'urn:countersign:acr:1',
      requested_expiry: '60',
    });
    expect(request).toMatchObject({ expires_in: 60, interval: 5 });
    expect(await it.poll(request)).toMatchObject({ error: 'authorization_pending' });
    expect((await it.shown(request)).body).toContainEqual(
      expect.objectContaining({
        lng: 'en',
        message: 'Bookshop asks for your approval.\nBoth screens must show: K7-42',
      }),
    );
    await it.answer(request);
    await it.forgetPolls();
    const tokens = await oidc.pollBackchannelAuthenticationGrant(it.config, { ...request, interval: 0.05 });
    const { evidence, ...read } = await it.read(request);
    expect(read).toMatchObject({ kind: 'approval', client_id: it.client.clientId, action_response: 'accept' });
    const keys = { keys: await running.app.get(EvidenceKeys).published() };
    const report = await checkEvidence(JSON.stringify(evidence), keys);
    expect(report).toMatchObject({
      valid: true,
      facts: { request: { client_id: it.client.clientId, binding_message: 'K7-42' } },
    });
    expect(tokens.claims()).toMatchObject({
      ...{ sub: it.phone.user.sub, acr: 'urn:countersign:acr:1', amr: ['pop', 'swk'] },
      approval: {
        evidence_digest: decodeJwt(evidence.receipt)['evidence_digest'],
        notification: uuidOf(request),
        device: it.phone.deviceId,
      },
    });
    const audited = await db().rows<{ kind: string }>(
      `SELECT kind FROM shared.audit_entry WHERE details->>'clientId' = $1 AND kind LIKE 'auth.%' ORDER BY id`,
      [it.client.clientId],
    );
    expect(audited.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['auth.approval-requested', 'auth.approval-ended', 'auth.tokens-issued']),
    );
  });

  it('is told in access tokens that are JWTs, also after a refresh', async () => {
    const it = await asking({ jwtAccessTokens: true });
    const request = await it.ask({ scope: 'openid offline_access' });
    await it.answer(request);
    const { access_token: first = '', refresh_token: refresh = '' } = await it.result(request);
    const refreshed = await oidc.refreshTokenGrant(it.config, refresh);
    for (const token of [first, refreshed.access_token]) {
      expect(decodeJwt(token)).toMatchObject({ sub: it.phone.user.sub, approval: { notification: uuidOf(request) } });
    }
  });

  describe('at its end', () => {
    const ends: [string, (it: Asking, request: oidc.BackchannelAuthenticationResponse) => Promise<unknown>, string][] =
      [
        ['when the user declines', (it, request) => it.answer(request, 'Decline'), 'access_denied'],
        ['when the user reports a fraud', (it, request) => it.answer(request, 'It wasn’t me'), 'access_denied'],
        [
          'when the user dismisses it',
          (it, request) => it.phone.post('DismissNotification', { notificationID: uuidOf(request) }),
          'access_denied',
        ],
        [
          'when the phone has signed another content',
          (it, request) => it.answer(request, 'Approve', { content_digest: 'A'.repeat(43) }),
          'access_denied',
        ],
        ['when the enterprise cancels it', (it, request) => it.cancel(request), 'transaction_failed'],
        ['when the user is blocked', (it) => it.block(), 'transaction_failed'],
        ['when its time is over', (_it, request) => expire(request), 'expired_token'],
      ];
    it.each(ends)('ends for the client %s', async (_when, end, error) => {
      const it = await asking();
      const request = await it.ask();
      await end(it, request);
      expect(await it.result(request)).toMatchObject({ error });
      await it.forgetPolls();
      expect(await it.poll(request)).toMatchObject({ error });
    });

    const expire = async (request: oidc.BackchannelAuthenticationResponse) => {
      await db().rows(
        `UPDATE auth.engine_record SET payload = payload || '{"exp":1}'
         WHERE id_hash = (SELECT id_hash FROM auth.approval WHERE notification_uuid = $1)`,
        [uuidOf(request)],
      );
    };
  });

  describe('that the user has given before the client fetches the tokens', () => {
    const statusOf = async (by: Asking, status: string) => {
      const portal = await portalOf(running, { scopes: ['users:write'] });
      expect((await portal.put(`${pathOf(by)}/status`, { status })).status).toBe(200);
    };

    it.each<[string, (by: Asking) => Promise<unknown>]>([
      ['is signed out everywhere', (by) => remove(`${pathOf(by)}/loginSessions`)],
      ['is blocked and unblocked', (by) => by.block().then(() => statusOf(by, 'UNBLOCK'))],
    ])('gives no tokens after the user %s, unlike a later approval', async (_what, end) => {
      const [it, stranger] = [await asking(), await asking()];
      const [request, another] = [await approved(it), await approved(stranger)];
      await end(it);
      expect(await it.poll(request)).toMatchObject({ error: 'invalid_grant' });
      expect(await stranger.poll(another)).toHaveProperty('access_token');
      expect(await it.poll(await approved(it))).toHaveProperty('access_token');
    });

    it('gives no tokens after the access of its application was removed', async () => {
      const it = await asking();
      const other = await asking({}, it.phone.user);
      const [request, others] = [await approved(it), await approved(other, it)];
      await remove(`${pathOf(it)}/applications/${it.client.clientId}`);
      expect(await it.poll(request)).toMatchObject({ error: 'invalid_grant' });
      expect(await other.poll(others)).toHaveProperty('access_token');
      const audited = await db().rows(
        `SELECT details FROM shared.audit_entry WHERE kind = 'auth.grant-revoked' AND details ->> 'clientId' = $1`,
        [it.client.clientId],
      );
      expect(audited).toEqual([
        { details: { clientId: it.client.clientId, grantId: expect.any(String), by: 'enterprise' } },
      ]);
    });

    it('gives tokens if it is later than the event that ends what was before', async () => {
      const it = await asking();
      const request = await approved(it);
      const { sub } = it.phone.user;
      const before = new Date(Date.now() - 3_600_000);
      await running.app.get(UnitOfWork).run((tx) => running.app.get(GrantRevocation).endAllOf(tx, sub, before));
      expect(await it.poll(request)).toHaveProperty('access_token');
    });

    const pathOf = ({ phone }: Asking) => `/v1/users/${phone.user.userId}`;

    const remove = async (path: string) => {
      const portal = await portalOf(running, { scopes: ['users:write'] });
      expect((await portal.delete(path)).status).toBe(204);
    };

    const approved = async (by: Asking, withPhoneOf = by) => {
      const request = await by.ask();
      await withPhoneOf.answer(request);
      await untilApproved(request);
      return request;
    };
  });

  it('makes a client that polls too often wait five seconds longer each time', async () => {
    const it = await asking();
    const request = await it.ask();
    const errors = [];
    for (let at = 0; at < 3; at += 1) errors.push((await it.poll(request)).error);
    expect(errors).toEqual(['authorization_pending', 'slow_down', 'slow_down']);
    const [row] = await db().rows(`SELECT wait_seconds AS seconds FROM auth.approval WHERE notification_uuid = $1`, [
      uuidOf(request),
    ]);
    expect(row).toEqual({ seconds: 15 });
  });

  it('is not found for a user who is unknown, blocked, without a phone, or of another enterprise', async () => {
    const it = await asking();
    const phoneless = await activeUser(running, `u-${newId()}`);
    const blocked = await asking();
    await blocked.block();
    const answers = await Promise.all(
      ['nobody', phoneless.userId, blocked.phone.user.userId].map((hint) => told(it.ask({ login_hint: hint }))),
    );
    expect(answers[0]).toMatchObject({ error: 'unknown_user_id' });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it.each<[string, Record<string, string>, string]>([
    ['two lines as binding message', { binding_message: 'two\nlines' }, 'invalid_binding_message'],
    ['a binding message in pictures', { binding_message: '👍🏿' }, 'invalid_binding_message'],
    ['a binding message of 65 letters', { binding_message: 'a'.repeat(65) }, 'invalid_binding_message'],
    ['two hints', { id_token_hint: 'x' }, 'invalid_request'],
    ['a scope that it does not hold', { scope: 'openid users:read' }, 'invalid_scope'],
    [
      'a level that the user has no credential for',
      { acr_values: 'urn:countersign:acr:3' },
      'unmet_authentication_requirements',
    ],
    ['an expiry that is no number', { requested_expiry: 'soon' }, 'invalid_request'],
  ])('is refused with %s', async (_what, params, error) => {
    const it = await asking();
    expect(await told(it.ask(params))).toMatchObject({ error });
  });

  it('has level 2 by a password only on a phone that counts as a second factor', async () => {
    const someone = await Someone.with(running, { totp: true });
    const user = { sub: someone.sub, userId: someone.userId, enterpriseId: 'default', test: false };
    const it = await asking({ leastLevel: 2 }, user);
    const phoneOf = async (level: 1 | 2) =>
      (await Phone.of(running, user, {}, { firstParty: true })).registered(undefined, level);
    const stolen = await phoneOf(1);
    expect(await told(it.ask())).toMatchObject({ error: 'unmet_authentication_requirements' });
    const own = await phoneOf(2);
    const request = await it.ask();
    expect(await approvedByPassword(stolen, request)).toMatchObject({ StatusCode: 102 });
    expect(await it.poll(request)).toMatchObject({ error: 'authorization_pending' });
    expect(await approvedByPassword(own, request)).toMatchObject({ StatusCode: 100 });
    const { id_token: token = '' } = await it.result(request);
    expect(decodeJwt(token)).toMatchObject({ acr: 'urn:countersign:acr:2', amr: ['pop', 'swk', 'mfa'] });
  });

  async function approvedByPassword(phone: Phone, request: oidc.BackchannelAuthenticationResponse): Promise<unknown> {
    const uuid = uuidOf(request);
    const response: string = (await seenBy(phone, uuid)).actions.find((one: any) => one.label === 'Approve').action;
    const begun = await phone.byHttp('BeginStepUp', { notificationID: uuid, response });
    const proof = { step_up_id: begun.event?.response.ResponseData.step_up_id, type: 'password', password: PASSWORD };
    const signature = await signed(phone, uuid, response);
    const given = { notificationID: uuid, response, signature, stepUp: proof };
    return (await phone.byHttp('UpdateNotification', given)).event?.response;
  }

  it('needs a code of the authenticator app where the client says so, and takes each code once', async () => {
    const someone = await Someone.with(running, { totp: true });
    await registerDevice(running, someone.sub);
    const user = { sub: someone.sub, userId: someone.userId, enterpriseId: 'default', test: false };
    const it = await asking(
      { backchannel: { delivery: 'poll', notificationUrl: null, userCode: true, signingAlg: null } },
      user,
    );
    const code = someone.code();
    expect(await told(it.ask())).toMatchObject({ error: 'missing_user_code' });
    expect(await told(it.ask({ user_code: code }))).toHaveProperty('auth_req_id');
    expect(await told(it.ask({ user_code: code }))).toMatchObject({ error: 'invalid_user_code' });
  });

  it('rings at most three times a minute for one client, however many requests come at once', async () => {
    const it = await asking();
    const answers = await Promise.all(Array.from({ length: 20 }, () => told(it.ask())));
    expect(answers.filter((answer) => 'auth_req_id' in answer)).toHaveLength(3);
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set([undefined, 'temporarily_unavailable']));
  });

  it('rings five times at most, however many clients ask a hundred times at once', async () => {
    const first = await asking();
    const others = await Promise.all(Array.from({ length: 4 }, () => asking({}, first.phone.user)));
    const answers = await Promise.all(
      [first, ...others].flatMap((one) => Array.from({ length: 20 }, () => told(one.ask()))),
    );
    expect(answers.filter((answer) => 'auth_req_id' in answer)).toHaveLength(5);
    expect(new Set(answers.map(({ error }) => error))).toEqual(new Set([undefined, 'temporarily_unavailable']));
  });

  it('takes an ID token of its own as hint, also one that has expired, and none that is altered or of another client', async () => {
    const [it, other] = [await asking(), await asking()];
    const request = await it.ask();
    await it.answer(request);
    const { id_token: hint = '' } = await it.result(request);
    const byHint = (one: Asking, given: string) =>
      told(oidc.initiateBackchannelAuthentication(one.config, { scope: 'openid', id_token_hint: given }));
    expect(await byHint(it, hint)).toHaveProperty('auth_req_id');
    const [soon, now] = [Date.now() + 7_200_000, Date.now.bind(Date)];
    expect((decodeJwt(hint).exp ?? soon) * 1_000).toBeLessThan(soon);
    const later = jest.spyOn(Date, 'now').mockImplementation(() => now() + 7_200_000);
    expect(await byHint(it, hint).finally(() => later.mockRestore())).toHaveProperty('auth_req_id');
    expect(await byHint(other, hint)).toMatchObject({ error: 'invalid_request' });
    expect(await byHint(it, `${hint.slice(0, -4)}AAAA`)).toMatchObject({ error: 'invalid_request' });
  });

  it('is refused to a client after the user has declined twice', async () => {
    const it = await asking();
    for (let at = 0; at < 2; at += 1) {
      const request = await it.ask();
      await it.answer(request, 'Decline');
      expect(await it.result(request)).toMatchObject({ error: 'access_denied' });
    }
    expect(await told(it.ask())).toMatchObject({ error: 'access_denied' });
  });

  describe('under attack', () => {
    it('withstands another client that has its auth_req_id', async () => {
      const [it, other] = [await asking(), await asking()];
      const request = await it.ask();
      await it.answer(request);
      expect(await other.poll(request)).toMatchObject({ error: 'invalid_grant' });
      expect(await it.result(request)).toHaveProperty('access_token');
    });

    it('withstands a replay, which ends the tokens that were issued', async () => {
      const it = await asking();
      const request = await it.ask({ scope: 'openid offline_access' });
      await it.answer(request);
      const { refresh_token: refresh = '' } = await it.result(request);
      await it.forgetPolls();
      expect(await it.poll(request)).toMatchObject({ error: 'invalid_grant' });
      expect(await told(oidc.refreshTokenGrant(it.config, refresh))).toMatchObject({ error: 'invalid_grant' });
    });

    it('withstands two devices that answer at once, of which one is heard', async () => {
      const it = await asking();
      const tablet = await it.phone.another().registered();
      const request = await it.ask();
      const uuid = uuidOf(request);
      const { actions } = await it.shown(request);
      const chosen: string[] = [actions[0].action, actions[1].action];
      const bodies = await Promise.all(
        [it.phone, tablet].map(async (phone, at) => {
          const response = chosen[at] ?? '';
          return { notificationID: uuid, response, signature: await signed(phone, uuid, response) };
        }),
      );
      const answers = await Promise.all(
        [it.phone, tablet].map((phone, at) => phone.post('UpdateNotification', bodies[at])),
      );
      const heard = answers.findIndex(({ body }) => body.response.StatusCode === 100);
      expect(answers.filter(({ body }) => body.response.StatusCode === 100)).toHaveLength(1);
      expect(await it.result(request)).toHaveProperty(heard === 0 ? 'access_token' : 'error');
    });

    it('withstands an answer that was signed in time and comes too late', async () => {
      const it = await asking();
      const request = await it.ask();
      const uuid = uuidOf(request);
      const response: string = (await it.shown(request)).actions[0].action;
      const signature = await signed(it.phone, uuid, response);
      await db().rows(`UPDATE notifications.notification SET expiry_at = now() WHERE notification_uuid = $1`, [uuid]);
      const answer = await it.phone.post('UpdateNotification', {
        notificationID: uuid,
        response,
        signature,
      });
      expect(answer.body.response.StatusCode).not.toBe(100);
      expect(await it.poll(request)).not.toHaveProperty('access_token');
    });

    it('withstands two polls at once, of which one gets tokens', async () => {
      const it = await asking();
      const request = await it.ask();
      await it.answer(request);
      await untilApproved(request);
      const answers = await Promise.all([it.poll(request), it.poll(request)]);
      expect(answers.filter((answer) => 'access_token' in answer)).toHaveLength(1);
    });

    it('withstands a row that somebody has approved in the database', async () => {
      const it = await asking();
      const request = await it.ask();
      await db().rows(
        `UPDATE auth.approval SET state = 'APPROVED', answer = '{"deviceId":"d","evidenceDigest":"e","at":1,"grantId":"g"}'
         WHERE notification_uuid = $1`,
        [uuidOf(request)],
      );
      expect(await it.poll(request)).toMatchObject({ error: 'invalid_grant' });
    });
  });
});
