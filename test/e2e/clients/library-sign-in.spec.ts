import { claimsOf } from '../../../clients/typescript/src/encoding.js';
import { memoryStorage, type ClientOptions } from '../../../clients/typescript/src/index.js';
import { lockInProgram } from '../../../clients/typescript/src/storage.js';
import { SigningKeyRotation } from '../../../src/auth/keys/signing-key-rotation.service.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { appOf, appUser, optionsFor, signedInApp, throughLogin, type Line } from '../../support/app-of-a-user.js';
import { ask, codeOf, failureOf, newLine, shared, until } from './shared.js';

const HOUR = 3_600_000;

const noLock: NonNullable<ClientOptions['lock']> = (_name, work) => work();

/** No answer overtakes another one, as on one connection. */
function inOrder(fetch: Line['fetch']): Line['fetch'] {
  return (url, init) =>
    lockInProgram('one connection', async () => {
      const answer = await fetch(url, init);
      return new Response(await answer.text(), { status: answer.status });
    });
}

describe('Signing in', () => {
  it('signs a user in by code, and knows who it is', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const app = appOf(line, user);
    expect(app.session).toBeNull();
    const sessions: unknown[] = [];
    app.on('session', (session) => sessions.push(session));
    const url = new URL(await app.beginSignIn({ prompt: 'login', loginHint: user.userId, uiLocales: ['de', 'en'] }));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid notifications offline_access',
      code_challenge_method: 'S256',
      prompt: 'login',
      login_hint: user.userId,
      ui_locales: 'de en',
    });
    const session = await app.finishSignIn(await throughLogin(shared.running, user, url.href));
    expect(session).toEqual({ userId: user.userId, sub: user.sub, authTime: expect.any(Number) });
    expect(app.session).toEqual(session);
    expect(sessions).toEqual([session]);
    expect((await app.notifications.list()).items).toEqual([]);
  });

  it.each([
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'refused'],
    ['no issuer', (url: URL) => url.searchParams.delete('iss'), 'refused'],
    ['a state of somebody else', (url: URL) => url.searchParams.set('state', 'other'), 'login_required'],
    ['a code of somebody else', (url: URL) => url.searchParams.set('code', 'other'), 'refused'],
    ['an error', (url: URL) => url.searchParams.set('error', 'access_denied'), 'login_required'],
  ])('refuses an answer with %s', async (_name, change, code) => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const app = appOf(line, user);
    const back = new URL(await throughLogin(shared.running, user, await app.beginSignIn()));
    change(back);
    if (back.searchParams.has('error')) back.searchParams.delete('code');
    expect(await codeOf(app.finishSignIn(back.href))).toBe(code);
    expect(app.session).toBeNull();
  });

  it('takes an answer once', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const app = appOf(line, user);
    const back = await throughLogin(shared.running, user, await app.beginSignIn());
    await app.finishSignIn(back);
    expect(await codeOf(app.finishSignIn(back))).toBe('login_required');
  });

  it.each(['aud', 'iss', 'nonce', 'exp', 'sub'])('refuses an ID token with a wrong %s', async (claim) => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const app = appOf(line, user);
    const back = await throughLogin(shared.running, user, await app.beginSignIn());
    line.instead = async (url, init) => {
      line.instead = undefined;
      const answer = JSON.parse(await (await line.fetch(url, init)).text());
      const claims = { ...claimsOf(answer.id_token), [claim]: claim === 'exp' ? 1 : '' };
      const id_token = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
      return new Response(JSON.stringify({ ...answer, id_token }));
    };
    const error = await failureOf(app.finishSignIn(back));
    expect([error.code, error.reason]).toEqual(['refused', expect.stringContaining(claim)]);
    expect(app.session).toBeNull();
  });

  it('takes up the session of an earlier visit', async () => {
    const [line, user, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    const { session } = await signedInApp(line, user, { storage });
    const again = appOf(line, user, { storage });
    expect(await again.restore()).toEqual(session);
    expect((await again.notifications.list()).total).toBe(0);
  });

  it('renews a token in mid use, once for all calls that wait', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    let ahead = 0;
    const app = await signedInApp(line, user, { now: () => Date.now() + ahead });
    ahead = HOUR;
    line.sent.length = 0;
    await Promise.all([app.notifications.list(), app.notifications.list(), app.notifications.history()]);
    expect(line.sent.filter((path) => path.endsWith('/token'))).toHaveLength(1);
  });

  it('renews once for two clients of one program', async () => {
    const [line, user, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    let ahead = 0;
    const options = { storage, now: () => Date.now() + ahead };
    const first = await signedInApp(line, user, options);
    const second = appOf(line, user, options);
    await second.restore();
    ahead = HOUR;
    line.sent.length = 0;
    await Promise.all([first.notifications.list(), second.notifications.list()]);
    expect(line.sent.filter((path) => path.endsWith('/token'))).toHaveLength(1);
  });

  it('goes on when another tab was faster, and there is no lock in common', async () => {
    const [line, user, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    let ahead = 0;
    const options = { storage, lock: noLock, fetch: inOrder(line.fetch), now: () => Date.now() + ahead };
    const first = await signedInApp(line, user, options);
    const second = appOf(line, user, options);
    await second.restore();
    line.sent.length = 0;
    for (let round = 0; round < 3; round += 1) {
      ahead += HOUR;
      await Promise.all([first.notifications.list(), second.notifications.list()]);
    }
    expect(line.sent.filter((path) => path.endsWith('/token'))).toHaveLength(6);
    expect([first.session?.sub, second.session?.sub]).toEqual([user.sub, user.sub]);
  });

  it('renews again when the answer to a renewal was lost, by itself and within a day', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    let ahead = 0;
    const app = await signedInApp(line, user, { now: () => Date.now() + ahead });
    const renewals = () => line.sent.filter((path) => path.endsWith('/token')).length;
    ahead = HOUR;
    line.losesAnswerTo = /token$/;
    line.sent.length = 0;
    expect(await codeOf(app.notifications.list())).toBe('offline');
    expect(renewals()).toBe(2);
    await until(() => renewals() >= 4); // nobody calls
    ahead = 21 * HOUR;
    await shared.running.app
      .get(Database)
      .rows(`UPDATE auth.engine_record SET consumed_at = consumed_at - interval '20 hours' WHERE account_id = $1`, [
        user.sub,
      ]);
    line.losesAnswerTo = undefined;
    expect((await app.notifications.list()).total).toBe(0);
    const before = renewals();
    expect((await app.notifications.list()).total).toBe(0);
    expect(renewals()).toBe(before);
  });

  it('gives the app an access token that is good, and none when nobody is signed in', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    let ahead = 0;
    const app = await signedInApp(line, user, { now: () => Date.now() + ahead });
    const first = await app.getAccessToken();
    expect(claimsOf(first)).toMatchObject({ user_id: user.userId, sub: user.sub });
    expect(await app.getAccessToken()).toBe(first);
    ahead = HOUR;
    expect(await app.getAccessToken()).not.toBe(first);
    await app.signOut();
    expect(await codeOf(app.getAccessToken())).toBe('signed_out');
  });

  it('takes up a session that version 0.1 has kept', async () => {
    const [line, user, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    const { session } = await signedInApp(line, user, { storage });
    const key = `${optionsFor(line, user).issuer} ${user.client.clientId} tokens`;
    const kept = JSON.parse((await storage.get(key)) ?? '');
    await storage.set(key, JSON.stringify({ ...kept, session: { userId: user.sub, authTime: session?.authTime } }));
    expect(await appOf(line, user, { storage }).restore()).toEqual(session);
  });

  it('does not mind a key that the service has replaced', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    let ahead = 0;
    const app = await signedInApp(line, user, { now: () => Date.now() + ahead });
    await shared.running.app.get(SigningKeyRotation).rotate('RS256');
    ahead = HOUR;
    expect((await app.notifications.list()).total).toBe(0);
  });

  it('ends the session when the refresh token is void', async () => {
    const [line, user, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    let ahead = 0;
    const app = await signedInApp(line, user, { storage, now: () => Date.now() + ahead });
    const sessions: unknown[] = [];
    app.on('session', (session) => sessions.push(session));
    await shared.portal.put(`/v1/users/${user.userId}/status`, { status: 'RESET' });
    ahead = HOUR;
    expect(await codeOf(app.notifications.list())).toBe('login_required');
    expect(sessions).toEqual([null]);
    expect(await codeOf(app.notifications.list())).toBe('signed_out');
    expect(await appOf(line, user, { storage }).restore()).toBeNull();
  });

  it('revokes the tokens when the user signs out', async () => {
    const [line, user, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    let token = '';
    const spied = {
      ...storage,
      set: (key: string, value: string) => {
        token = JSON.parse(value).accessToken ?? token;
        return storage.set(key, value);
      },
    };
    const app = await signedInApp(line, user, { storage: spied });
    await app.signOut();
    expect(app.session).toBeNull();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = shared.running.url('mobile', '/mobile/v1/GetNotifications');
    const answer = await fetch(url, { method: 'POST', headers, body: '{"recordCount":1,"startIndex":1}' });
    expect(answer.status).toBe(401);
    expect(await appOf(line, user, { storage }).restore()).toBeNull();
  });

  /** Holds back the answers to renewals until `release` is called. */
  function heldRenewals(line: Line, change = (answer: Response): Response => answer) {
    const held = { isAsked: false, release: () => {} };
    const released = new Promise<void>((resolve) => (held.release = resolve));
    const fetch: Line['fetch'] = async (url, init) => {
      const answer = (await line.fetch(url, init)) as Response;
      if (!init.body?.includes('grant_type=refresh_token')) return answer;
      held.isAsked = true;
      await released;
      return change(answer);
    };
    return { held, fetch };
  }

  it('stays signed out when a renewal is answered after that, and revokes the new tokens', async () => {
    const [line, user, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    const { held, fetch } = heldRenewals(line);
    let ahead = 0;
    const app = await signedInApp(line, user, { storage, fetch, now: () => Date.now() + ahead });
    const sessions: unknown[] = [];
    app.on('session', (session) => sessions.push(session));
    ahead = HOUR;
    const listing = codeOf(app.notifications.list());
    await until(() => held.isAsked);
    await app.signOut();
    line.sent.length = 0;
    held.release();
    expect(await listing).toBe('signed_out');
    expect([app.session, sessions]).toEqual([null, [null]]);
    expect(line.sent.filter((path) => path.endsWith('/revoke'))).toHaveLength(2);
    expect(await appOf(line, user, { storage }).restore()).toBeNull();
  });

  it.each([
    ['brings new tokens', (answer: Response) => answer],
    ['is refused', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
  ])('goes on with the user who has signed in in another tab before a renewal %s', async (_what, change) => {
    const [line, former, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    const user = { ...(await appUser(shared.running)), client: former.client };
    const { held, fetch } = heldRenewals(line, change);
    let ahead = 0;
    const app = await signedInApp(line, former, { storage, fetch, now: () => Date.now() + ahead });
    const sessions: unknown[] = [];
    app.on('session', (session) => sessions.push(session));
    ahead = HOUR;
    const token = app.getAccessToken();
    await until(() => held.isAsked);
    const { session } = await signedInApp(line, user, { storage, now: () => Date.now() + ahead });
    held.release();
    expect(claimsOf(await token)).toMatchObject({ sub: user.sub });
    expect([app.session, sessions]).toEqual([session, [session]]);
    expect(await appOf(line, user, { storage }).restore()).toEqual(session);
    expect((await app.notifications.list()).total).toBe(0);
  });

  it('forgets the tokens also when nobody can be reached', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const app = await signedInApp(line, user);
    line.cut();
    await app.signOut();
    expect(app.session).toBeNull();
  });

  it.each([-2 * 24 * HOUR, 9 * HOUR])('works on a device whose clock is wrong by %d ms', async (wrongBy) => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const app = await signedInApp(line, user, { now: () => Date.now() + wrongBy });
    line.sent.length = 0;
    await app.device.register({ name: 'Wrong clock' });
    await app.notifications.list();
    expect(line.sent.filter((path) => path.endsWith('/token'))).toEqual([]);
    expect(Math.abs(app.now() - Date.now())).toBeLessThan(HOUR);
  });

  it('knows the time of the service after a restart on a device whose clock is wrong, before any call by HTTP', async () => {
    const [line, user, storage] = [newLine(), await appUser(shared.running), memoryStorage()];
    const options = { storage, now: () => Date.now() + 9 * HOUR };
    await signedInApp(line, user, options);
    const uuid = await ask(user);
    const again = appOf(line, user, options);
    await again.restore();
    await again.connect();
    line.sent.length = 0;
    const [item] = (await again.notifications.list()).items;
    expect((await again.notifications.answer(item!, 'accept')).notification_uuid).toBe(uuid);
    expect(line.sent).toEqual(['GetNotifications', 'UpdateNotification']);
  });

  it('never logs a token', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const [logged, kept]: [unknown[], string[]] = [[], []];
    const storage = memoryStorage();
    const app = await signedInApp(line, user, {
      storage: {
        ...storage,
        set: (key, value) => {
          kept.push(...(value.match(/[\w.-]{40,}/g) ?? []));
          return storage.set(key, value);
        },
      },
      log: (event) => logged.push(event, (event.error as Error | undefined)?.cause),
    });
    line.losesAnswerTo = /./;
    await codeOf(app.notifications.list());
    await app.signOut();
    const text = logged.map((one) => (one instanceof Error ? `${one.stack}` : '') + JSON.stringify(one)).join();
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.filter((secret) => text.includes(secret))).toEqual([]);
    expect(logged.length).toBeGreaterThan(1);
  });
});
