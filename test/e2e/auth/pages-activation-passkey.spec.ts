import { randomUUID } from 'node:crypto';
import { PasskeyStore } from '../../../src/auth/credentials/passkeys/passkey.store.js';
import type { Client } from '../../../src/auth/entities/client.entity.js';
import { UserDirectory } from '../../../src/users/contract.js';
import { Activating, askForOptions } from '../../support/activating.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { Authenticator, type Place } from '../../support/authenticator.js';
import { meetAt } from '../../support/held-locks.js';
import { Person, type Seen } from '../../support/person.js';
import { active, application, authorizeUrl, CODE, enrolled, LIVE, PASSWORD } from '../../support/signing-in.js';

const HERE: Place = { origin: 'https://auth.test' };
const NOT_MADE = 'No passkey was made.';
const REFUSED = 'Check your username and the code';

let running: TestApplication;
let portal: Client;
let activating: Activating;
beforeAll(async () => {
  running = await startTestApplication({
    env: { PASSWORD_MEMORY_KIB: '8192', PASSWORD_PASSES: '1', LOGIN_ADDRESS_BURST: '1000' },
  });
  portal = await application(running);
  activating = new Activating(running, portal);
});
afterAll(() => running.close());

const newcomer = () => new Person(running);
const typed = (login: string, activation_code = CODE) => ({ login, activation_code });
const entered = ({ left }: Seen): boolean => left?.searchParams.has('code') ?? false;

async function someone(code = CODE): Promise<{ userId: string; sub: string }> {
  const userId = `p-${randomUUID().slice(0, 8)}`;
  const { user } = await enrolled(running, userId, { predefinedCode: code });
  return { userId, sub: user.sub };
}

const activate = (userId: string, authenticator = new Authenticator(HERE), code = CODE): Promise<Seen> =>
  activating.byPasskey(newcomer(), typed(userId, code), authenticator);

async function signIn(authenticator: Authenticator): Promise<boolean> {
  const person = newcomer();
  const page = await person.open(authorizeUrl(running, portal));
  const { challenge } = await askForOptions(person, page, '/passkey');
  const response = authenticator.answer(challenge);
  return entered(await person.send(page, '/passkey', { response }));
}

const statusOf = async (userId: string) => (await running.app.get(UserDirectory).findByLogin(LIVE, userId))?.status;
const passkeysOf = async (sub: string): Promise<string[]> =>
  (await running.app.get(PasskeyStore).of(sub)).map(({ credentialId }) => credentialId);

/** What a page says, without what differs by design: ids, tokens and what was typed. */
const said = ({ html }: Seen): string =>
  html
    .replace(/\/service\/interaction\/[\w-]+/g, '')
    .replace(/data-orphan="[^"]*"/g, '')
    .replace(/(name="(?:login|activation_code|csrf)"[^>]*?) value="[^"]*"/g, '$1');

async function whileNoPasskeyCanBeKept<T>(sub: string, act: () => Promise<T>): Promise<T> {
  const db = await running.database.connect();
  await db.query(`ALTER TABLE auth.passkey ADD CONSTRAINT crash CHECK (sub <> '${sub}')`);
  try {
    return await act();
  } finally {
    await db.query('ALTER TABLE auth.passkey DROP CONSTRAINT crash');
    await db.end();
  }
}

describe('Activation by passkey', () => {
  it('makes the user ACTIVE and signs in, and so does the passkey ever after, whatever its user handle', async () => {
    const { userId, sub } = await someone();
    const authenticator = new Authenticator(HERE);
    expect(entered(await activate(userId, authenticator))).toBe(true);
    expect(await statusOf(userId)).toBe('ACTIVE');
    expect(await running.app.get(PasskeyStore).of(sub)).toMatchObject([{ name: 'Passkey', transports: [] }]);
    expect(await signIn(authenticator)).toBe(true);
  });

  it('asks the authenticator for the same whether or not there is such a user', async () => {
    const { userId } = await someone();
    const ask = async (login: string) => {
      const person = newcomer();
      return askForOptions(person, await activating.page(person), '/activate/passkey', { login });
    };
    const [one, other] = [await ask(userId), await ask('nobody')];
    const { user, challenge, ...rest } = one;
    expect(other).toEqual({ ...rest, challenge: expect.any(String), user: expect.any(Object) });
    expect(user).toEqual({ id: expect.any(String), name: userId, displayName: userId });
    expect(other['user']).toEqual({ id: expect.any(String), name: 'nobody', displayName: 'nobody' });
    expect(challenge).not.toBe(other.challenge);
    expect((await ask(userId))['user']).not.toEqual(user); // a handle that means nobody
    expect(rest['excludeCredentials']).toEqual([]);
  });

  it('reads the same for a wrong code, an unknown user and one who needs none', async () => {
    const [{ userId: fresh }, ready] = [await someone(), `p-${randomUUID().slice(0, 8)}`];
    await active(running, ready);
    const answers = [
      await activate(fresh, undefined, 'WRONG-CODE'),
      await activate('nobody-at-all'),
      await activate(ready, undefined, 'WRONG-CODE'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(answers[0]?.html).toContain(REFUSED);
    expect(new Set(answers.map(said)).size).toBe(1);
  });

  it('tells the browser which passkey was made in vain', async () => {
    const { userId } = await someone();
    const authenticator = new Authenticator(HERE);
    const { html } = await activate(userId, authenticator, 'WRONG-CODE');
    expect(html).toContain(`data-orphan="${authenticator.id}"`);
    expect((await activating.page(newcomer())).html).not.toContain('data-orphan');
  });

  it('counts wrong codes together with those typed for a password', async () => {
    const { userId } = await someone();
    for (let i = 0; i < 3; i++) await activate(userId, undefined, 'WRONG-CODE');
    for (let i = 0; i < 2; i++) await activating.byPassword(newcomer(), typed(userId, 'WRONG-CODE'), PASSWORD);
    expect((await activate(userId)).html).toContain(REFUSED);
    expect((await activating.byPassword(newcomer(), typed(userId), PASSWORD)).status).toBe(403);
    expect(await statusOf(userId)).toBe('CREATED');
  });

  it('puts neither a second passkey nor a password in the place of the first', async () => {
    const { userId, sub } = await someone();
    const first = new Authenticator(HERE);
    await activate(userId, first);
    expect((await activate(userId)).html).toContain(REFUSED);
    expect((await activating.byPassword(newcomer(), typed(userId), PASSWORD)).html).toContain(REFUSED);
    expect(await passkeysOf(sub)).toEqual([first.id]);
  });

  it('adds no passkey by a code that has set a password', async () => {
    const { userId, sub } = await someone();
    await activating.byPassword(newcomer(), typed(userId), PASSWORD);
    expect((await activate(userId)).html).toContain(REFUSED);
    expect(await passkeysOf(sub)).toEqual([]);
  });
});

describe('An answer that is no passkey', () => {
  const sent = (change: object): string => {
    const whole = JSON.parse(new Authenticator(HERE).attest('Y2hhbGxlbmdl')) as { response: object };
    return JSON.stringify({ ...whole, ...change });
  };

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['an array', '[]'],
    ['no parts', '{"id":"x"}'],
    ['numbers for texts', sent({ response: { clientDataJSON: 1, attestationObject: 2 } })],
    ['no CBOR', sent({ response: { clientDataJSON: 'e30', attestationObject: 'eA' } })],
    ['another type', sent({ type: 'password' })],
    ['an id without end', sent({ id: 'x'.repeat(2_000), rawId: 'x'.repeat(2_000) })],
    ['a challenge that nobody issued', sent({})],
  ])('is refused, and the code stays good: %s', async (_what, response) => {
    const { userId } = await someone();
    const person = newcomer();
    const answer = await person.send(await activating.page(person), '/activate/passkey', {
      ...typed(userId),
      response,
    });
    expect(answer.status).toBe(403);
    expect(answer.html).toContain(NOT_MADE);
    expect(await statusOf(userId)).toBe('CREATED');
    expect(entered(await activate(userId))).toBe(true);
  });

  it.each([
    ['of another site', { origin: 'https://auth.test.evil.example' }],
    ['for another site', { ...HERE, rpId: 'evil.example' }],
    ['of an authenticator that did not look who is there', { ...HERE, userVerified: false }],
  ])('is one %s', async (_what, place) => {
    const { userId } = await someone();
    expect((await activate(userId, new Authenticator(place))).html).toContain(NOT_MADE);
    expect(await statusOf(userId)).toBe('CREATED');
  });

  it.each([
    ['of another interaction', '/activate/passkey', true],
    ['of a sign-in', '/passkey', false],
  ])('is one to a challenge %s', async (_what, ceremony, elsewhere) => {
    const { userId } = await someone();
    const [person, stranger] = [newcomer(), newcomer()];
    const [signing, page] = [await person.open(authorizeUrl(running, portal)), await activating.page(person)];
    const asked = elsewhere ? await activating.page(stranger) : signing;
    const { challenge } = await askForOptions(elsewhere ? stranger : person, asked, ceremony);
    const response = new Authenticator(HERE).attest(challenge);
    const answer = await person.send(page, '/activate/passkey', { ...typed(userId), response });
    expect(answer.html).toContain(NOT_MADE);
    expect(await statusOf(userId)).toBe('CREATED');
  });

  it('is one whose id is not that of its key', async () => {
    const { userId } = await someone();
    const person = newcomer();
    const page = await activating.page(person);
    const { challenge } = await askForOptions(person, page, '/activate/passkey', typed(userId));
    const other = { id: 'b3RoZXI', rawId: 'b3RoZXI' };
    const response = JSON.stringify({ ...JSON.parse(new Authenticator(HERE).attest(challenge)), ...other });
    expect((await person.send(page, '/activate/passkey', { ...typed(userId), response })).html).toContain(NOT_MADE);
  });

  it.each([
    ['a number', 5],
    ['a text', 'usb'],
    ['a list of anything', ['usb', 'usb', { x: 1 }, 'x'.repeat(5_000)]],
  ])('is not one that says of its transports %s: those that there are, are kept', async (_what, transports) => {
    const { userId, sub } = await someone();
    const person = newcomer();
    const page = await activating.page(person);
    const { challenge } = await askForOptions(person, page, '/activate/passkey', typed(userId));
    const whole = JSON.parse(new Authenticator(HERE).attest(challenge)) as { response: object };
    const response = JSON.stringify({ ...whole, response: { ...whole.response, transports } });
    expect(entered(await person.send(page, '/activate/passkey', { ...typed(userId), response }))).toBe(true);
    const [kept] = await running.app.get(PasskeyStore).of(sub);
    expect(kept?.transports).toEqual(Array.isArray(transports) ? ['usb'] : []);
  });
});

describe('After a crash between the user and the passkey', () => {
  async function crashed(code = CODE) {
    const { userId, sub } = await someone(code);
    const [person, authenticator] = [newcomer(), new Authenticator(HERE)];
    const page = await activating.page(person);
    const { challenge } = await askForOptions(person, page, '/activate/passkey', typed(userId, code));
    const form = { ...typed(userId, code), response: authenticator.attest(challenge) };
    const failed = await whileNoPasskeyCanBeKept(sub, () => person.send(page, '/activate/passkey', form));
    expect(failed.status).toBe(500);
    expect(await statusOf(userId)).toBe('ACTIVE');
    return {
      userId,
      sub,
      authenticator,
      repeat: (change = {}) => person.send(page, '/activate/passkey', { ...form, ...change }),
    };
  }

  it('the same form sent again does the rest', async () => {
    const { authenticator, repeat } = await crashed();
    expect(entered(await repeat())).toBe(true);
    expect(await signIn(authenticator)).toBe(true);
  });

  it('it may be typed in other letters', async () => {
    const { repeat } = await crashed('010K2MZ');
    expect(entered(await repeat({ activation_code: ' olo-k2mz ' }))).toBe(true);
  });

  it('another passkey may be made, or a password chosen, in its place', async () => {
    const [one, other] = [await crashed(), await crashed()];
    const second = new Authenticator(HERE);
    expect(entered(await activate(one.userId, second))).toBe(true);
    expect(await passkeysOf(one.sub)).toEqual([second.id]);
    expect(entered(await activating.byPassword(newcomer(), typed(other.userId), PASSWORD))).toBe(true);
    expect(await passkeysOf(other.sub)).toEqual([]);
  });

  it('nobody finishes it without the code', async () => {
    const { sub, repeat } = await crashed();
    expect((await repeat({ activation_code: 'WRONG-CODE' })).html).toContain(NOT_MADE);
    expect(await passkeysOf(sub)).toEqual([]);
  });
});

describe('The form of an activation that is done', () => {
  it('sent again, signs nobody in, but says that the passkey can', async () => {
    const { userId, sub } = await someone();
    const [person, authenticator] = [newcomer(), new Authenticator(HERE)];
    const page = await activating.page(person);
    const { challenge } = await askForOptions(person, page, '/activate/passkey', typed(userId));
    const form = { ...typed(userId), response: authenticator.attest(challenge) };
    const db = await running.database.connect();
    expect(entered(await person.send(page, '/activate/passkey', form))).toBe(true);
    const later = newcomer();
    const again = await later.send(await activating.page(later), '/activate/passkey', form);
    expect(again.status).toBe(200);
    expect(again.left).toBeUndefined();
    expect(again.html).toContain('Your access is active.');
    expect(again.html).toContain(`value="${userId}"`);
    expect(await passkeysOf(sub)).toEqual([authenticator.id]);
    const wrong = await later.send(await activating.page(later), '/activate/passkey', {
      ...form,
      activation_code: 'X',
    });
    expect(wrong.html).toContain(NOT_MADE);
    await db.end();
  });
});

describe('Of two at once', () => {
  const atUser = (sub: string) => ({ sql: 'SELECT 1 FROM users."user" WHERE sub = $1 FOR UPDATE', params: [sub] });

  it('one passkey wins, and it is the one whose holder is signed in', async () => {
    const { userId, sub } = await someone();
    const both = [new Authenticator(HERE), new Authenticator(HERE)];
    const answers = await meetAt(
      running,
      atUser(sub),
      both.map((authenticator) => () => activate(userId, authenticator)),
    );
    const winners = both.filter((_, index) => answers[index] && entered(answers[index]));
    expect(winners).toHaveLength(1);
    expect(await passkeysOf(sub)).toEqual(winners.map(({ id }) => id));
    expect(answers.find((answer) => !entered(answer))?.html).toContain(REFUSED);
  });

  it('either the passkey or the password becomes usable', async () => {
    const { userId, sub } = await someone();
    const passkey = new Authenticator(HERE);
    const [byPasskey, byPassword] = await meetAt(running, atUser(sub), [
      () => activate(userId, passkey),
      () => activating.byPassword(newcomer(), typed(userId), PASSWORD),
    ]);
    expect([byPasskey, byPassword].filter((answer) => answer && entered(answer))).toHaveLength(1);
    expect(await passkeysOf(sub)).toEqual(byPasskey && entered(byPasskey) ? [passkey.id] : []);
  });
});
