import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { checkEvidence } from '@countersign/evidence';
import { Database } from '../../../../src/shared/persistence/index.js';
import { EvidenceKeys } from '../../../../src/auth/contract/index.js';
import type { TestApplication } from '../../../support/application.js';
import { Asking, told } from '../../../support/backchannel.js';
import { codeIn, redeem } from '../../../support/code-flow.js';
import { meetAt } from '../../../support/held-locks.js';
import { Someone } from '../../../support/leveled-user.js';
import { fetchAt } from '../../../support/relying-party.js';
import { sharedApplication } from '../../../support/shared-application.js';
import { until } from '../../../integration/support/until.js';
import { application } from '../../../support/signing-in.js';
import { type Portal, portalOf } from '../../../support/tokens.js';

let running: TestApplication;
let portal: Portal;

const payment = {
  type: 'payment_initiation',
  instructedAmount: { amount: '1250.00', currency: 'EUR' },
  creditorName: 'Stadtwerke Bad Münstereifel',
  creditorAccount: { iban: 'DE02100100109307118603' },
};
const limit = {
  type: 'card_limit',
  schema: {
    type: 'object',
    required: ['limit'],
    properties: { limit: { type: 'integer', minimum: 1, maximum: 5_000 }, note: { type: 'string' } },
  },
  texts: [{ lng: 'en', subject: 'Set your limit to {limit}?', message: 'Because: {note}' }],
};
/** A file without types. */
const AGENT: string = '../../../../examples/agent/approval.mjs';

type Asked = oidc.BackchannelAuthenticationResponse;
type Approved = (
  config: oidc.Configuration,
  person: string,
  payment: object,
) => Promise<{ token?: string; approval?: object; why?: string }>;

const asking = () => Asking.with(running, { authorizationDetailsTypes: ['payment_initiation', 'card_limit'] });
const ask = (it: Asking, ...details: object[]) => it.ask({ authorization_details: JSON.stringify(details) });

describe('Authorization details', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    portal = await portalOf(running, { scopes: ['clients:read', 'clients:write'] });
  });

  it('are read on the phone, signed, and in every token for a payment, also after a refresh', async () => {
    const it = await asking();
    const request = await it.ask({
      ...{ scope: 'openid offline_access', binding_message: 'K7' },
      authorization_details: JSON.stringify([payment]),
    });
    expect((await it.shown(request)).body).toContainEqual(
      expect.objectContaining({
        ...{ lng: 'de', subject: '1250.00 EUR zahlen?' },
        message:
          'An Stadtwerke Bad Münstereifel\nKonto: DE02100100109307118603\nAngefragt von: Bookshop\nBeide Bildschirme müssen zeigen: K7',
      }),
    );
    await it.answer(request);
    const tokens = await it.result(request);
    expect(await it.read(request)).toMatchObject({ authorization_details_types: ['payment_initiation'] });
    const audited = await running.app.get(Database).rows<{ types: unknown }>(
      `SELECT details->'types' AS types FROM shared.audit_entry
       WHERE kind = 'auth.approval-ended' AND details->>'clientId' = $1`,
      [it.client.clientId],
    );
    expect(audited).toEqual([{ types: ['payment_initiation'] }]);
    const refreshed = await oidc.refreshTokenGrant(it.config, tokens.refresh_token ?? '');
    const introspected = await oidc.tokenIntrospection(it.config, refreshed.access_token);
    for (const told of [tokens, decodeJwt(tokens.access_token ?? ''), refreshed, introspected]) {
      expect(told).toMatchObject({ authorization_details: [payment] });
    }
  });

  it('are verified offline, with the fault of each part that was altered', async () => {
    const it = await asking();
    const request = await ask(it, payment);
    await it.answer(request);
    await it.result(request);
    const { evidence } = await it.read(request);
    const keys = { keys: await running.app.get(EvidenceKeys).published() };
    const faults = async (change: (copy: any) => void): Promise<string[]> => {
      const copy = structuredClone(evidence);
      change(copy);
      const report = await checkEvidence(JSON.stringify(copy), keys);
      return report.valid ? [] : report.problems.map(({ code }) => code);
    };
    expect(await faults(() => undefined)).toEqual([]);
    expect(await faults(({ request: r }) => (r.authorization_details[0].creditorAccount.iban = 'DE00'))).toEqual(
      expect.arrayContaining(['requestDiffers', 'receiptDiffers']),
    );
    expect(await faults(({ content }) => (content.body[0].message = 'Pay 1.00 EUR'))).toEqual(
      expect.arrayContaining(['contentDiffers', 'textDiffers', 'receiptDiffers']),
    );
    expect(await faults(({ request: r }) => (r.texts.en.subject = 'Win a prize?'))).toEqual(
      expect.arrayContaining(['templateDiffers', 'textDiffers', 'receiptDiffers']),
    );
    expect(await faults((copy) => delete copy.request)).toEqual(['receiptDiffers']);
  });

  it('have a thousand versions of types at most, also when several are added at once', async () => {
    await running.app.get(Database).rows(
      `INSERT INTO auth.detail_type (enterprise_id, test, type, version, schema, texts, removed, created_at)
       SELECT 'default', true, 'old', n, '{}', '[]', false, now() FROM generate_series(1, 999) n`,
    );
    const testing = await portalOf(running, { scopes: ['clients:write'], test: true });
    const add = (type: string) => () => testing.post('/v1/authorizationDetailTypes', { ...limit, type });
    const added = await meetAt(running, { sql: 'LOCK TABLE auth.detail_type IN SHARE MODE' }, ['a', 'b', 'c'].map(add));
    expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('are shown by the version of an own type that was newest when they were sent', async () => {
    expect((await portal.post('/v1/authorizationDetailTypes', limit)).status).toBe(201);
    const it = await asking();
    const before = await ask(it, { type: 'card_limit', limit: 3 });
    const changed = await portal.patch('/v1/authorizationDetailTypes/card_limit', {
      texts: [{ lng: 'en', subject: 'Limit {limit}', message: '{note}' }],
    });
    expect(changed.body).toMatchObject({ version: 2, ready: false, schema: limit.schema });
    const after = await ask(it, { type: 'card_limit', limit: 3, note: 'You travel' });
    const subjects = [(await it.shown(before)).body[0].subject, (await it.shown(after)).body[0]];
    expect(subjects).toMatchObject([
      'Set your limit to 3?',
      { subject: 'Limit 3', message: expect.stringContaining('You travel') },
    ]);
    expect((await portal.get('/v1/authorizationDetailTypes/card_limit?version=1')).body.texts).toEqual(limit.texts);
    expect((await portal.get('/v1/authorizationDetailTypes')).body.authorizationDetailTypes).toMatchObject([
      { type: 'payment_initiation', ready: true },
      { type: 'plain_text', ready: true },
      { type: 'card_limit', version: 2 },
    ]);
    const first = (await portal.get('/v1/authorizationDetailTypes?limit=2')).body;
    const second = (await portal.get(`/v1/authorizationDetailTypes?limit=1&cursor=${first.next}`)).body;
    expect(second).toMatchObject({ authorizationDetailTypes: [{ type: 'card_limit' }], next: null });
    expect((await portal.delete('/v1/authorizationDetailTypes/card_limit')).status).toBe(204);
    expect(await told(ask(it, { type: 'card_limit', limit: 3 }))).toMatchObject({
      error: 'invalid_authorization_details',
    });
  });

  it.each<[string, unknown]>([
    ['a member more', { ...payment, note: 'x' }],
    ['a member less', { ...payment, creditorName: undefined }],
    ['two lines in a value', { ...payment, creditorName: 'A\nB' }],
    ['half of a character', { ...payment, creditorName: 'A\ud83d' }],
    ['letters that turn others around', { ...payment, creditorName: 'A\u202eB' }],
    ['an amount of another form', { ...payment, instructedAmount: { amount: '1,250', currency: 'EUR' } }],
    ['a number in place of a text', { ...payment, creditorName: 7 }],
    ['an object in place of a text', { ...payment, creditorName: { $ref: '#' } }],
    ['a type that is unknown', { type: 'nothing' }],
    ['a type of an object’s prototype', { type: 'constructor' }],
    ['no type', {}],
    ['no object', 7],
  ])('are refused with %s', async (_what, detail) => {
    const it = await asking();
    expect(await told(it.ask({ authorization_details: JSON.stringify([detail]) }))).toMatchObject({
      error: 'invalid_authorization_details',
    });
  });

  it.each<[string, object]>([
    [
      'a pattern that takes for ever',
      { schema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } } },
    ],
    ['a reference', { schema: { type: 'object', properties: { a: { $ref: 'https://evil.example' } } } }],
    ['a member that no text names', { texts: [{ lng: 'en', subject: 'Limit {limit}', message: 'Hidden note' }] }],
    ['a text that names no member', { texts: [{ lng: 'en', subject: '{limit} {note}', message: '{client_id}' }] }],
    ['no text in English', { texts: [{ lng: 'de', subject: '{limit}', message: '{note}' }] }],
    ['the name of a ready type', { type: 'payment_initiation' }],
  ])('cannot have a type with %s', async (_what, changes) => {
    const { status } = await portal.post('/v1/authorizationDetailTypes', { ...limit, type: 'other', ...changes });
    expect(status).toBe('type' in changes ? 409 : 422);
  });

  it('lead an agent to a token for exactly this payment, or to words that it can pass on', async () => {
    const it = await asking();
    const { approved } = (await import(AGENT)) as { approved: Approved };
    const wanted = { amount: '25.00', currency: 'EUR', payee: 'Bookshop', iban: 'DE02100100109307118603' };
    const asked: Asked[] = [];
    it.config[oidc.customFetch] = async (url, init) => {
      const answer = await fetchAt(running)(url, init);
      if (!url.endsWith('/bc-authorize')) return answer;
      const body = (await answer.json()) as Asked;
      asked.push(body);
      return Response.json({ ...body, interval: 0.05 }, { status: answer.status });
    };
    const waits = approved(it.config, it.phone.user.userId, wanted);
    await until(() => asked.length === 1);
    await it.answer(asked[0] as Asked);
    await it.forgetPolls();
    const { token = '', approval } = await waits;
    expect(decodeJwt(token)).toMatchObject({
      authorization_details: [{ instructedAmount: { amount: '25.00' } }],
      approval,
    });
    expect(await approved(it.config, 'nobody', wanted)).toEqual({ why: expect.stringContaining('no such person') });
  });

  it('are on the consent page of a sign-in in the browser, also of an own application, and in the token', async () => {
    const client = await application(running, {
      authorizationDetailsTypes: ['payment_initiation'],
      jwtAccessTokens: true,
    });
    const someone = await Someone.with(running);
    const page = await someone.asks(client, { scope: 'openid', authorization_details: JSON.stringify([payment]) });
    const consent = await someone.givesPassword(page);
    expect(consent.html).toContain('Pay 1,250.00 EUR?');
    expect(consent.html).toContain('Stadtwerke Bad Münstereifel');
    const back = await someone.person.send(consent, '/consent', { consent: 'allow' });
    const { body } = await redeem(running, client, codeIn(back));
    expect(body).toMatchObject({ authorization_details: [payment] });
    expect(decodeJwt(body.access_token)).toMatchObject({ authorization_details: [payment] });
  });
});
