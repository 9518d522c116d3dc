import { decodeJwt, UnsecuredJWT } from 'jose';
import { OperatorsService } from '../../../src/operators/people/operators.service.js';
import { PasskeyStore } from '../../../src/auth/credentials/passkeys/passkey.store.js';
import { newId } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { InternalSignIns } from '../../../src/auth/contract/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { askForOptions } from '../../support/activating.js';
import { Authenticator } from '../../support/authenticator.js';
import { CONSOLE_URL, TestOperator } from '../../support/operators.js';
import { Person, type Seen } from '../../support/person.js';
import { mailsTo } from '../../support/mails.js';
import { MANY_LOGINS } from '../../support/signing-in.js';
import { until } from '../../integration/support/until.js';

const GRANTS = [{ enterpriseId: '*', side: 'both', role: 'owner' }] as const;

/** The console with a browser that knows cookies: what it sets, it gets back. */
class Desk {
  readonly cookies = new Map<string, string>();
  readonly person: Person;
  readonly seen: string[] = [];

  constructor(private readonly running: TestApplication) {
    this.person = new Person(running);
  }

  get session(): string {
    return this.cookies.get('__Host-console') ?? '';
  }

  async open(target: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(this.running.url('console', target), {
      redirect: 'manual',
      ...init,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    this.seen.push(JSON.stringify([...response.headers]), await response.clone().text());
    return response;
  }
}

describe('Sign-in of operators', () => {
  let running: TestApplication;
  beforeAll(async () => {
    running = await startTestApplication({ env: { ...MANY_LOGINS, TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => running.close());

  const invited = async (emailId: string) => {
    const service = running.app.get(OperatorsService);
    const operator = await service.make({ emailId, firstName: 'Anna', lastName: 'Berg', grants: GRANTS });
    return { operator, link: new URL(await service.link(operator, 3_600)) };
  };

  /** From the link to a passkey, and into the console. */
  async function firstSignIn(link: URL, authenticator: Authenticator) {
    const desk = new Desk(running);
    const begun = await desk.open(link.pathname + link.search);
    const page = await desk.person.open(begun.headers.get('location') ?? '');
    const form = page.forms.find(({ action }) => action.endsWith('/activate/passkey'));
    const typed = { login: link.searchParams.get('login') ?? '', activation_code: link.searchParams.get('code') ?? '' };
    const { challenge } = await askForOptions(desk.person, page, '/activate/passkey', typed);
    const back = await desk.person.send(page, '/activate/passkey', {
      ...typed,
      response: authenticator.attest(challenge),
    });
    return { desk, page, form, back };
  }

  it('leads from a link to a passkey and into the console, and shows the browser no token', async () => {
    const { link } = await invited('first@bank.example');
    const { desk, page, back } = await firstSignIn(link, new Authenticator({ origin: running.config.authUrl }));
    expect(page.html).not.toContain('type="password"');
    expect(back.left?.origin).toBe(CONSOLE_URL);
    const answer = await desk.open(`${back.left?.pathname}${back.left?.search}`);
    expect(answer.status).toBe(200);
    const [set] = answer.headers.getSetCookie().filter((line) => line.startsWith('__Host-console='));
    expect(set).toMatch(/^__Host-console=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    const me = await desk.open('/api/v1/me');
    expect(await me.json()).toMatchObject({ name: 'Anna Berg', roles: ['owner'], passkeys: 1, data: 'live' });
    expect(desk.seen.join()).not.toMatch(/eyJ[\w-]+\.|access_token|id_token|refresh_token/);
  });

  it('takes an ID token only if it is for the console, and of our issuer', async () => {
    const signIns = running.app.get(InternalSignIns);
    const post = signIns.post.bind(signIns);
    const wrongs = [{ aud: 'another-client' }, { aud: ['console', 'another'] }, { iss: 'https://evil.example' }];
    for (const [at, wrong] of wrongs.entries()) {
      const { link } = await invited(`aud-${at}@bank.example`);
      const { desk, back } = await firstSignIn(link, new Authenticator({ origin: running.config.authUrl }));
      signIns.post = async (endpoint, form) => {
        const answer = await post(endpoint, form);
        const claims = decodeJwt(String(answer.body['id_token']));
        return { ...answer, body: { ...answer.body, id_token: new UnsecuredJWT({ ...claims, ...wrong }).encode() } };
      };
      try {
        expect((await desk.open(`${back.left?.pathname}${back.left?.search}`)).status).toBe(401);
      } finally {
        signIns.post = post;
      }
    }
  });

  it('takes a link once, and a sign-in only in the browser that began it', async () => {
    const { link } = await invited('second@bank.example');
    const place = { origin: running.config.authUrl };
    const { back } = await firstSignIn(link, new Authenticator(place));
    const other = new Desk(running);
    expect((await other.open(`${back.left?.pathname}${back.left?.search}`)).status).toBe(401);
    const again = await firstSignIn(link, new Authenticator(place));
    expect(again.back.left).toBeUndefined();
    expect(again.back.status).toBe(403);
  });

  it('asks for the passkey again, even of somebody who has just signed in, and then counts as fresh', async () => {
    const { link, operator } = await invited('third@bank.example');
    const authenticator = new Authenticator({ origin: running.config.authUrl });
    const { desk, back } = await firstSignIn(link, authenticator);
    await desk.open(`${back.left?.pathname}${back.left?.search}`);
    const begun = await desk.open('/step-up?to=/stepped-up');
    const page = await desk.person.open(begun.headers.get('location') ?? '');
    const { challenge } = await askForOptions(desk.person, page, '/passkey');
    const shown = await desk.person.send(page, '/passkey', { response: authenticator.answer(challenge) });
    const done = await desk.open(`${shown.left?.pathname}${shown.left?.search}`);
    expect(await done.text()).toContain('0;url=/stepped-up');
    expect(operator.sub).toBeDefined();
  });

  describe('who are in', () => {
    const ACCOUNT = '/service/account/?enterprise=~operators';
    const SIGN_OUT = {
      method: 'POST',
      body: '{}',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    };
    const back = ({ left }: Seen): string => `${left?.pathname}${left?.search}`;
    const statusOf = async (session: string, headers: Record<string, string> = {}): Promise<number> =>
      (
        await fetch(running.url('console', '/api/v1/me'), {
          headers: { cookie: `__Host-console=${session}`, ...headers },
        })
      ).status;

    /** Somebody who has come in by the link of an invitation. */
    async function someoneIn() {
      const emailId = `${newId()}@bank.example`;
      const { operator, link } = await invited(emailId);
      const authenticator = new Authenticator({ origin: running.config.authUrl });
      const first = await firstSignIn(link, authenticator);
      await first.desk.open(back(first.back));
      return { desk: first.desk, operator, authenticator, emailId };
    }

    /** Shows the passkey where the console leads. */
    async function shows(desk: Desk, target: string, authenticator: Authenticator): Promise<Response> {
      const page = await desk.person.open((await desk.open(target)).headers.get('location') ?? '');
      const { challenge } = await askForOptions(desk.person, page, '/passkey');
      return desk.open(back(await desk.person.send(page, '/passkey', { response: authenticator.answer(challenge) })));
    }

    /** Signs in to the account page, from which passkeys are changed. */
    async function atAccount(person: Person, authenticator: Authenticator): Promise<Seen> {
      const page = await person.open(ACCOUNT);
      const { challenge } = await askForOptions(person, page, '/passkey');
      return person.send(page, '/passkey', { response: authenticator.answer(challenge) });
    }

    const csrfIn = ({ forms }: Seen): string =>
      forms.find(({ action }) => action.includes('sign-out'))?.fields['csrf'] ?? '';
    const post = (person: Person, path: string, fields: Record<string, string>): Promise<Seen> =>
      person.go(new URL(`/service/account/passkeys/${path}`, running.config.authUrl), {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { accept: 'application/json' },
      });
    const challengeIn = ({ html }: Seen): string => (JSON.parse(html) as { challenge: string }).challenge;
    const proven = async (person: Person, csrf: string, authenticator: Authenticator): Promise<string> =>
      authenticator.answer(challengeIn(await post(person, 'proof', { csrf })));

    it('leave nothing at the authorization server, neither while they are in nor after they have signed out', async () => {
      const { desk, operator } = await someoneIn();
      const csrf = 'a token';
      for (const isOut of [false, true]) {
        if (isOut) expect((await desk.open('/api/sign-out', SIGN_OUT)).status).toBe(204);
        const page = await desk.person.open(ACCOUNT);
        expect(page.forms.map(({ action }) => action)).toEqual(['/service/account/passkey']);
        expect((await post(desk.person, 'options', { csrf })).status).toBe(403);
        expect((await post(desk.person, 'proof', { csrf })).status).toBe(403);
        const left = 'SELECT model FROM auth.engine_record WHERE account_id = $1';
        expect(await running.app.get(Database).rows(left, [operator.sub])).toEqual([]);
      }
      expect(await running.app.get(PasskeyStore).countsOf([operator.sub])).toEqual(new Map([[operator.sub, 1]]));
    });

    it('are signed out at the authorization server too where they sign out of the console', async () => {
      const { desk, authenticator } = await someoneIn();
      const elsewhere = new Person(running);
      await atAccount(elsewhere, authenticator);
      await desk.open('/api/sign-out', SIGN_OUT);
      expect((await elsewhere.open(ACCOUNT)).forms.map(({ action }) => action)).toEqual(['/service/account/passkey']);
    });

    it('show a passkey for each change of their passkeys, are told by mail, and are out everywhere else', async () => {
      const { desk, operator, authenticator, emailId } = await someoneIn();
      const [person, other] = [new Person(running), new Person(running)];
      await atAccount(other, authenticator);
      const csrf = csrfIn(await atAccount(person, authenticator));
      const place = { origin: running.config.authUrl };
      const stranger = await Authenticator.registered(running, (await someoneIn()).operator.sub);
      const forged = stranger.answer(challengeIn(await post(person, 'proof', { csrf })));
      for (const proof of ['', '{}', 'null', forged])
        expect((await post(person, 'options', { csrf, proof })).status).toBe(403);

      const proof = await proven(person, csrf, authenticator);
      const second = new Authenticator(place);
      const options = await post(person, 'options', { csrf, proof });
      expect((await post(person, 'options', { csrf, proof })).status).toBe(403); // it was good once
      const response = second.attest(challengeIn(options));
      expect(await statusOf(desk.session)).toBe(200);
      expect((await post(person, 'add', { csrf, response, name: 'Second' })).html).toContain('The passkey was added.');
      expect(await statusOf(desk.session)).toBe(401);
      expect((await other.open(ACCOUNT)).forms.map(({ action }) => action)).toEqual(['/service/account/passkey']);
      await until(async () =>
        (await mailsTo(running, emailId)).some(({ subject }) => subject.startsWith('A passkey was added')),
      );

      const passkey = authenticator.id;
      for (const path of ['remove', 'rename']) {
        const refused = await post(person, path, { csrf, passkey, new_name: 'Other' });
        expect([refused.status, refused.html.includes('data-proof')]).toEqual([422, true]);
      }
      const shown = await proven(person, csrf, second);
      expect((await post(person, 'remove', { csrf, passkey, proof: shown })).html).toContain(
        'The passkey was removed.',
      );
      const left = await running.app.get(PasskeyStore).of(operator.sub);
      expect(left.map(({ name, credentialId }) => [name, credentialId])).toEqual([['Second', second.id]]);
      await until(async () =>
        (await mailsTo(running, emailId)).some(({ subject }) => subject.startsWith('A passkey was removed')),
      );
    });

    it('have a new cookie after they have shown a passkey again, and the previous one is no longer valid', async () => {
      const { desk, authenticator } = await someoneIn();
      const before = desk.session;
      await shows(desk, '/step-up?to=/stepped-up', authenticator);
      expect(desk.session).not.toBe(before);
      expect([await statusOf(before), await statusOf(desk.session)]).toEqual([401, 200]);
    });

    it('end the session that their browser had by signing in again, whoever it was of', async () => {
      const [first, second] = [await someoneIn(), await someoneIn()];
      for (const authenticator of [first.authenticator, second.authenticator]) {
        const before = first.desk.session;
        await shows(first.desk, '/sign-in?to=/', authenticator);
        expect([await statusOf(before), await statusOf(first.desk.session)]).toEqual([401, 200]);
      }
      expect(await statusOf(second.desk.session)).toBe(200);
    });

    it('have ten sessions at most: one more ends the oldest', async () => {
      const { desk, operator } = await someoneIn();
      const later = [];
      for (let begun = 0; begun < 10; begun++) later.push(await TestOperator.signedIn(running, operator.sub));
      expect(await statusOf(desk.session)).toBe(401);
      for (const { cookie } of later) expect(await statusOf(cookie)).toBe(200);
    });

    it('are out where their cookie comes from another address and another browser', async () => {
      const { desk } = await someoneIn();
      const [moved, updated] = [{ 'x-forwarded-for': '203.0.113.7' }, { 'user-agent': 'Another/1.0' }];
      expect([await statusOf(desk.session, moved), await statusOf(desk.session, updated)]).toEqual([200, 200]);
      expect(await statusOf(desk.session, { ...moved, ...updated })).toBe(401);
      expect(await statusOf(desk.session)).toBe(401);
    });
  });

  it('has no way in by a password', async () => {
    const { link } = await invited('fourth@bank.example');
    const desk = new Desk(running);
    const begun = await desk.open(link.pathname + link.search);
    const page = await desk.person.open(begun.headers.get('location') ?? '');
    const typed = { login: link.searchParams.get('login') ?? '', activation_code: link.searchParams.get('code') ?? '' };
    const tried = await desk.person.send(page, '/activate', { ...typed, new_password: 'lamp orbit velvet 27 canoe' });
    expect([tried.status, tried.left]).toEqual([403, undefined]);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/a"b', '/<x'])(
    'leads to pages of the console only, not to %s',
    async (to) => {
      const { link } = await invited(`${Buffer.from(to).toString('hex')}@bank.example`);
      const desk = new Desk(running);
      const authenticator = new Authenticator({ origin: running.config.authUrl });
      const first = await firstSignIn(link, authenticator);
      await first.desk.open(`${first.back.left?.pathname}${first.back.left?.search}`);
      const begun = await desk.open(`/sign-in?to=${encodeURIComponent(to)}`);
      const page = await desk.person.open(begun.headers.get('location') ?? '');
      const { challenge } = await askForOptions(desk.person, page, '/passkey');
      const back = await desk.person.send(page, '/passkey', { response: authenticator.answer(challenge) });
      const text = await (await desk.open(`${back.left?.pathname}${back.left?.search}`)).text();
      expect(text).not.toContain('url=//');
      expect(text).not.toContain('url=https');
      expect(text).not.toContain('<x');
    },
  );
});
