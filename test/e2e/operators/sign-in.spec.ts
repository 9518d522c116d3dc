import { OperatorsService } from '../../../src/operators/people/operators.service.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { askForOptions } from '../../support/activating.js';
import { Authenticator } from '../../support/authenticator.js';
import { CONSOLE_URL } from '../../support/operators.js';
import { Person } from '../../support/person.js';

const GRANTS = [{ enterpriseId: '*', side: 'both', role: 'owner' }] as const;

/** The console with a browser that knows cookies: what it sets, it gets back. */
class Desk {
  readonly cookies = new Map<string, string>();
  readonly person: Person;
  readonly seen: string[] = [];

  constructor(private readonly running: TestApplication) {
    this.person = new Person(running);
  }

  async open(target: string): Promise<Response> {
    const response = await fetch(this.running.url('console', target), {
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
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
    running = await startTestApplication();
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
