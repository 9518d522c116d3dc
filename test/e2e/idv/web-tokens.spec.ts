import { jest } from '@jest/globals';
import sharp from 'sharp';
import { Specimens } from '../../../src/idv/contract/index.js';
import { reasonsOf } from '../../../src/idv/sessions/rules/reasons.js';
import { meetAt } from '../../support/held-locks.js';
import { BACK, idvPortalOf, type IdvPortal } from '../../support/idv-portal.js';
import { IdvVisitor } from '../../support/idv-visitor.js';
import { HttpBrowser, linkOf } from '../../support/idv/http-browser.js';
import { portalOf } from '../../support/tokens.js';
import { running } from './running.js';

const finalStatuses = [
  ...(['VERIFIED', 'DOCUMENT_REJECTED', 'DOCUMENT_MISMATCH', 'SELFIE_FAILED'] as const),
  ...(['KYC_FAILED', 'DECLINED', 'EXPIRED', 'CANCELLED'] as const),
];
const TOKEN = /^[\w-]{43}$/;

const tokenOf = (listed: { web_session_id: string }) => listed.web_session_id;

describe('Sessions over the management API', () => {
  let portal: IdvPortal;
  beforeAll(async () => {
    portal = await idvPortalOf(running());
  });

  describe('Opening a session', () => {
    it('answers its id, where to send the browser, and until when', async () => {
      const answer = await portal.open(await portal.enrol('w1'), { expiresIn: 60 });
      expect(answer.status).toBe(201);
      const { web_session_id: token, idvUrl, expiresAt } = answer.body;
      expect(token).toMatch(TOKEN);
      expect(answer.body).toEqual({ web_session_id: token, idvUrl, expiresAt });
      expect(idvUrl).toBe(`https://idv.test/IdvWebServer/idvRegistration.htm?token=${token}`);
      expect(answer.headers.get('location')).toBe(`/v1/idvWebTokens/${token}`);
      expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(50_000);
      expect(Date.parse(expiresAt) - Date.now()).toBeLessThan(61_000);
      const result = await portal.result(token);
      expect(result).toMatchObject({ status: 200 });
      expect(result.body).toEqual({
        userId: 'w1',
        status: 'PENDING',
        timestamp: expect.stringMatching(/Z$/),
        reasons: [],
        attempts: { document: 0, selfie: 0 },
        optIn: null,
        test: true,
        expiresAt,
      });
    });

    it('takes the other names of its addresses, and ignores that they are given twice alike', async () => {
      const user = await portal.enrol('w2');
      const names = { redirectUrl: undefined, redirectUri: BACK, errorUri: 'https://portal.example/sorry' };
      expect((await portal.open(user, names)).status).toBe(201);
      expect((await portal.open(user, { redirectUri: BACK })).status).toBe(201);
    });

    it('sends the browser to the route of an application of one page, which is in the fragment', async () => {
      const redirectUrl = 'https://portal.example/app?order=7#/verified?x=1';
      const payload = { simulate: 'VERIFIED' };
      const token = await portal.token(await portal.enrol('w-fragment'), { redirectUrl, payload });
      const browser = new HttpBrowser(running());
      await browser.submit(await browser.open(linkOf(token)), 'start');
      expect((await browser.submit(await browser.session(), 'simulate')).location).toBe(redirectUrl);
    });

    it('can be handed to the reviewers, with a drawn document and face that they decide about', async () => {
      const payload = { simulate: 'REVIEW' };
      // Built programs draw them, and a test runs the sources.
      const grey = { width: 64, height: 80, channels: 3 as const, background: '#888' };
      const drawn = await sharp({ create: grey }).png().toBuffer();
      const specimens = running().app.get(Specimens);
      for (const draws of ['draw', 'picture'] as const) jest.spyOn(specimens, draws).mockResolvedValue(drawn);
      const user = await portal.enrol('w-review', { firstName: 'Anna', lastName: 'Eriksson' });
      const token = await portal.token(user, { payload });
      const browser = new HttpBrowser(running());
      await browser.submit(await browser.open(linkOf(token)), 'start');
      await browser.submit(await browser.session(), 'simulate');
      expect((await portal.result(token)).body).toMatchObject({
        status: 'REVIEW',
        reasons: [{ code: 'face_mismatch' }],
      });

      const reviewer = await portalOf(running(), { scopes: ['idv:review'], test: true });
      const [{ reviewId }] = (await reviewer.get(`/v1/idvReviews?userId=${user}`)).body.idvReviews;
      const { body: review } = await reviewer.get(`/v1/idvReviews/${reviewId}`);
      expect(review).toMatchObject({ document: { firstNames: 'Anna', country: 'UTO' }, scores: { face: 0.6 } });
      expect(review.pictures.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['front', 'selfie']);
      const decision = { outcome: 'SELFIE_FAILED', reason: 'Another person.' };
      expect((await reviewer.post(`/v1/idvReviews/${reviewId}/decision`, decision)).status).toBe(200);
      expect((await portal.result(token)).body.status).toBe('SELFIE_FAILED');
    });

    it.each<readonly [string, object, string]>([
      ['no address to return to', { redirectUrl: undefined }, '/redirectUrl'],
      ['an address with three slashes', { redirectUrl: 'https:///evil.example' }, '/redirectUrl'],
      ['an address with an empty user name', { redirectUrl: 'https://@evil.example' }, '/redirectUrl'],
      ['an address with a backslash', { redirectUrl: 'https://portal.example\\@evil.example' }, '/redirectUrl'],
      ['an address that is not HTTPS', { redirectUrl: 'http://portal.example/' }, '/redirectUrl'],
      ['an address with credentials', { errorUrl: 'https://a:b@portal.example/' }, '/errorUrl'],
      ['a script for an address', { errorUri: 'javascript:alert(1)' }, '/errorUri'],
      ['two addresses that differ', { redirectUri: 'https://other.example/' }, '/redirectUri'],
      ['too little time', { expiresIn: 59 }, '/expiresIn'],
      ['too much time', { expiresIn: 86_401 }, '/expiresIn'],
      ['a payload that is no object', { payload: 'x' }, '/payload'],
      ['a payload of more than 4 KiB', { payload: { x: 'x'.repeat(4_090) } }, '/payload'],
      ['an engine that there is not', { payload: { engine: 'magic' } }, '/payload/engine'],
      ['a status that cannot be simulated', { payload: { simulate: 'PENDING' } }, '/payload/simulate'],
      [
        'reasons of another status',
        { payload: { simulate: 'EXPIRED', reasons: ['kyc_rejected'] } },
        '/payload/reasons',
      ],
      ['a field that nobody knows', { colour: 'red' }, '/colour'],
    ])('is refused with %s', async (_what, fields, pointer) => {
      const answer = await portal.open('w1', fields);
      expect(answer).toMatchObject({ status: 422, body: { code: 'kernel/invalid-arguments' } });
      expect(answer.body.errors).toEqual([{ pointer, detail: expect.any(String) }]);
    });

    it('is refused with a payload that is too deep', async () => {
      const deep = JSON.parse(`${'{"a":'.repeat(600)}1${'}'.repeat(600)}`) as object;
      expect((await portal.open('w1', { payload: deep })).status).toBeGreaterThanOrEqual(400);
      expect((await portal.open('w1', { payload: deep })).status).toBeLessThan(500);
    });

    it('is refused for who is not there, and for the login id of who is', async () => {
      await portal.enrol('w3', { loginId: 'w3-login' });
      for (const userId of ['nobody', 'w3-login'])
        expect(await portal.open(userId)).toMatchObject({ status: 404, body: { code: 'users/not-found' } });
    });

    it.each(['BLOCKED', 'PAUSED', 'DELETED'])('is refused for a user who is %s', async (status) => {
      const user = await portal.enrol(`w-${status}`, { preferredStatus: 'CREATED' });
      await portal.api.put(`/v1/users/${user}/status`, { status });
      expect(await portal.open(user)).toMatchObject({
        status: 409,
        body: { code: 'idv/user-not-eligible', userStatus: status },
      });
    });

    it('is there for live users: the engine that comes with this program verifies them', async () => {
      const live = await idvPortalOf(running(), { test: false });
      await live.enrol('live');
      expect(await live.open('live')).toMatchObject({ status: 201 });
    });

    it('is repeated with an Idempotency-Key, the id with it, and no second session', async () => {
      const user = await portal.enrol('w4');
      const [first, again] = [
        await portal.open(user, {}, { 'idempotency-key': 'k1' }),
        await portal.open(user, {}, { 'idempotency-key': 'k1' }),
      ];
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      expect((await portal.api.get(`/v1/idvWebTokens?userId=${user}`)).body.idvWebTokens).toHaveLength(1);
    });

    it('cancels an older session that waits for the user', async () => {
      const user = await portal.enrol('w5');
      const [older, inUse] = [await portal.token(user), await portal.token(user)];
      expect((await portal.result(older)).body.status).toBe('CANCELLED');
      await IdvVisitor.start(running(), inUse);
      await portal.token(user);
      expect((await portal.result(inUse)).body.status).toBe('CANCELLED');
    });

    it('leaves one session open of two that are opened at once', async () => {
      const user = await portal.enrol('w6');
      await portal.token(user);
      const lock = { sql: `SELECT 1 FROM idv.session WHERE user_id = $1 FOR UPDATE`, params: [user] };
      const answers = await meetAt(running(), lock, [() => portal.open(user), () => portal.open(user)]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
      const { idvWebTokens } = (await portal.api.get(`/v1/idvWebTokens?userId=${user}`)).body;
      expect(idvWebTokens.map(({ status }: { status: string }) => status)).toEqual([
        'PENDING',
        'CANCELLED',
        'CANCELLED',
      ]);
    });

    it('wants its scope, as do the others', async () => {
      const reader = await idvPortalOf(running(), { scopes: ['idv:read'] });
      expect((await reader.open('w1')).status).toBe(403);
      const writer = await idvPortalOf(running(), { scopes: ['idv:write'] });
      expect((await writer.result('x')).status).toBe(403);
      expect((await writer.api.get('/v1/idvWebTokens?userId=w1')).status).toBe(403);
      expect((await reader.cancel('x')).status).toBe(403);
    });
  });

  describe('A session', () => {
    it('is found by its enterprise only, and in its own mode', async () => {
      const token = await portal.token(await portal.enrol('t1'));
      const others = [
        await idvPortalOf(running(), { enterpriseId: 'other-bank' }),
        await idvPortalOf(running(), { test: false }),
      ];
      for (const other of others) {
        expect(await other.result(token)).toMatchObject({ status: 404, body: { code: 'idv/not-found' } });
        expect((await other.cancel(token)).status).toBe(404);
        expect((await other.api.get('/v1/idvWebTokens?userId=t1')).body.idvWebTokens).toEqual([]);
      }
      expect((await portal.result(token)).status).toBe(200);
    });

    it.each(['x', '%00', 'a'.repeat(43), '..%2f..', 'a'.repeat(200)])(
      'is not found by a name like %s',
      async (token) => {
        const { status } = await portal.result(token);
        expect([400, 404, 422]).toContain(status);
      },
    );

    it('is cancelled once, and not when it has another final status', async () => {
      const token = await portal.token(await portal.enrol('t2'));
      expect(await portal.cancel(token)).toMatchObject({ status: 200, body: { status: 'CANCELLED', reasons: [] } });
      const version = (await portal.result(token)).body.timestamp;
      expect(await portal.cancel(token)).toMatchObject({ status: 200, body: { timestamp: version } });
      const done = await portal.token('t2', { payload: { simulate: 'DECLINED' } });
      await (await IdvVisitor.start(running(), done)).simulate();
      expect(await portal.cancel(done)).toMatchObject({ status: 409, body: { code: 'idv/status-refused' } });
    });

    it('is listed with those before and after it, page by page', async () => {
      const user = await portal.enrol('t3');
      const tokens = [await portal.token(user), await portal.token(user), await portal.token(user)];
      const listed = async (order: string) => {
        const first = await portal.api.get(`/v1/idvWebTokens?userId=${user}&limit=2${order}`);
        const second = await portal.api.get(
          `/v1/idvWebTokens?userId=${user}&limit=2${order}&cursor=${first.body.next}`,
        );
        expect(second.body.next).toBeNull();
        return [...first.body.idvWebTokens, ...second.body.idvWebTokens];
      };
      const newest = await listed('');
      expect(newest.map(tokenOf)).toEqual([...tokens].reverse());
      expect((await listed('&order=oldest')).map(tokenOf)).toEqual(tokens);
      expect(newest[0]).toEqual({
        web_session_id: tokens[2],
        userId: user,
        status: 'PENDING',
        reasons: [],
        createdAt: expect.stringMatching(/Z$/),
        timestamp: expect.stringMatching(/Z$/),
      });
    });

    it('is listed among those of all users, by status and by time, with its reasons', async () => {
      const lister = await idvPortalOf(running(), { enterpriseId: 'other-bank' });
      const [first, second] = [await lister.enrol('l1'), await lister.enrol('l2')];
      const opened: string[] = [];
      for (const [user, reason] of [
        [first, 'face_mismatch'],
        [second, 'liveness_failed'],
      ] as const) {
        const payload = { simulate: 'SELFIE_FAILED', reasons: [reason] };
        opened.push(await lister.token(user, { payload }));
        await (await IdvVisitor.start(running(), opened.at(-1)!)).simulate();
      }
      opened.push(await lister.token(first), await lister.token(second));
      const list = async (query: string) => {
        const { status, body } = await lister.api.get(`/v1/idvWebTokens?${query}`);
        expect(status).toBe(200);
        return body.idvWebTokens as { web_session_id: string; reasons: object[]; createdAt: string }[];
      };
      const all = await list('order=oldest');
      const mine = all.filter((one) => opened.includes(tokenOf(one)));
      expect(mine.map(tokenOf)).toEqual(opened);
      const failed = await list(`status=SELFIE_FAILED&from=${mine[0]!.createdAt}`);
      expect(failed.map(({ reasons }) => reasons)).toEqual([
        [{ code: 'liveness_failed', retryable: true }],
        [{ code: 'face_mismatch', retryable: true }],
      ]);
      const until = `from=${mine[0]!.createdAt}&to=${mine[1]!.createdAt}`;
      expect((await list(until)).map(tokenOf)).toEqual([opened[0]]);
      expect((await list(`status=PENDING&userId=${first}`)).map(tokenOf)).toEqual([opened[2]]);
      const refused = await lister.api.get(`/v1/idvWebTokens?from=2027-01-01T00:00:00Z&to=2026-01-01T00:00:00Z`);
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '?from' }] } });
    });
  });

  describe('A simulated session', () => {
    it.each(finalStatuses)('ends %s, with the reason of that status', async (status) => {
      const user = await portal.enrol(`s-${status}`);
      const token = await portal.token(user, { payload: { simulate: status, order: 1 } });
      const visitor = await IdvVisitor.start(running(), token);
      expect(await visitor.simulate()).toEqual({ final: status });
      const { body } = await portal.result(token);
      expect(body).toMatchObject({ status, payload: { simulate: status, order: 1 }, test: true });
      expect(body.reasons.map(({ code }: { code: string }) => code)).toEqual(
        status === 'CANCELLED' ? [] : reasonsOf(status).slice(0, 1), // most are cancelled without one
      );
      expect((await portal.complete(user)).status).toBe(status === 'VERIFIED' ? 200 : 409);
    });

    it('has the reasons that were asked for', async () => {
      const payload = { simulate: 'SELFIE_FAILED', reasons: ['face_mismatch', 'liveness_failed'] };
      const token = await portal.token(await portal.enrol('s-reasons'), { payload });
      await (await IdvVisitor.start(running(), token)).simulate();
      expect((await portal.result(token)).body.reasons).toEqual([
        { code: 'face_mismatch', retryable: true },
        { code: 'liveness_failed', retryable: true },
      ]);
    });

    it('is none without being asked for', async () => {
      const visitor = await IdvVisitor.start(running(), await portal.token(await portal.enrol('s-none')));
      await expect(visitor.simulate()).rejects.toMatchObject({ name: 'idv/wrong-step' });
    });
  });
});
