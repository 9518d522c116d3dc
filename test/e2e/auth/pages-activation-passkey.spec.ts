import { PasskeyStore } from '../../../src/auth/credentials/passkeys/passkey.store.js';
import { Activating, askForOptions, HERE, typed } from '../../support/activating.js';
import { Authenticator } from '../../support/authenticator.js';
import { entered, said, someId, TestPortal } from '../../support/portal.js';
import { active, PASSWORD } from '../../support/signing-in.js';

const NOT_MADE = 'No passkey was created.';
const REFUSED = 'Check your username and the code';

let portal: TestPortal;
let activating: Activating;

describe('Pages activation passkey', () => {
  beforeAll(async () => {
    portal = await TestPortal.open();
    activating = new Activating(portal);
  });
  afterAll(() => portal.close());

  describe('Activation by passkey', () => {
    it('makes the user ACTIVE and signs in, and so does the passkey ever after', async () => {
      const { userId, sub } = await activating.someone();
      const authenticator = new Authenticator(HERE);
      expect(entered(await activating.byPasskey(userId, authenticator))).toBe(true);
      expect(await portal.statusOf(userId)).toBe('ACTIVE');
      expect(await portal.running.app.get(PasskeyStore).of(sub)).toMatchObject([{ name: 'Passkey', transports: [] }]);
      expect(await activating.signsIn(authenticator)).toBe(true);
    });

    it('signs in with the user handle that the authenticator was given, and with no other', async () => {
      const [{ userId, sub }, person, authenticator] = [
        await activating.someone(),
        portal.newcomer(),
        new Authenticator(HERE),
      ];
      const page = await activating.page(person);
      const { challenge, user } = await askForOptions(person, page, '/activate/passkey', typed(userId));
      await person.send(page, '/activate/passkey', { ...typed(userId), response: authenticator.attest(challenge) });
      const { id } = user as { readonly id: string };
      const others = [
        Buffer.from(sub).toString('base64url'),
        Buffer.from('somebody').toString('base64url'),
        `${id}A`,
        '',
        '€',
      ];
      for (const other of others) expect(await activating.signsIn(authenticator, other)).toBe(false);
      expect(await activating.signsIn(authenticator, id)).toBe(true);
      expect(await activating.signsIn(authenticator)).toBe(true);
    });

    it('signs in with the first user handle that a passkey of an early version gives, and then with no other', async () => {
      const authenticator = await Authenticator.registered(portal.running, await active(portal.running, someId()));
      const [first, other] = ['one', 'two'].map((name) => Buffer.from(name).toString('base64url'));
      expect(await activating.signsIn(authenticator, first)).toBe(true);
      expect(await activating.signsIn(authenticator, other)).toBe(false);
      expect(await activating.signsIn(authenticator, first)).toBe(true);
    });

    it.each([
      { crossOrigin: true },
      { crossOrigin: true, topOrigin: 'https://evil.example' },
      { topOrigin: HERE.origin },
    ])('makes and takes no passkey on a page that another site has framed: %j', async (framedBy) => {
      const { userId, sub } = await activating.someone();
      const framed = new Authenticator({ ...HERE, framedBy });
      expect((await activating.byPasskey(userId, framed)).html).toContain(NOT_MADE);
      expect(await activating.passkeysOf(sub)).toEqual([]);
      const user = await active(portal.running, someId());
      expect(await activating.signsIn(await Authenticator.registered(portal.running, user, framedBy))).toBe(false);
      expect(await activating.signsIn(await Authenticator.registered(portal.running, user))).toBe(true);
    });

    it('asks the authenticator for the same whether or not there is such a user', async () => {
      const { userId } = await activating.someone();
      const ask = async (login: string) => {
        const person = portal.newcomer();
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
      const [{ userId: fresh }, ready] = [await activating.someone(), someId()];
      await active(portal.running, ready);
      const answers = [
        await activating.byPasskey(fresh, undefined, 'WRONG-CODE'),
        await activating.byPasskey('nobody-at-all'),
        await activating.byPasskey(ready, undefined, 'WRONG-CODE'),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(answers[0]?.html).toContain(REFUSED);
      expect(new Set(answers.map(said)).size).toBe(1);
    });

    it('tells the browser which passkey was made in vain', async () => {
      const { userId } = await activating.someone();
      const authenticator = new Authenticator(HERE);
      const { html } = await activating.byPasskey(userId, authenticator, 'WRONG-CODE');
      expect(html).toContain(`data-orphan="${authenticator.id}"`);
      expect((await activating.page(portal.newcomer())).html).not.toContain('data-orphan');
    });

    it('counts wrong codes together with those typed for a password', async () => {
      const { userId } = await activating.someone();
      for (let i = 0; i < 3; i++) await activating.byPasskey(userId, undefined, 'WRONG-CODE');
      for (let i = 0; i < 2; i++) await activating.byPassword(userId, PASSWORD, 'WRONG-CODE');
      expect((await activating.byPasskey(userId)).html).toContain(REFUSED);
      expect((await activating.byPassword(userId, PASSWORD)).status).toBe(403);
      expect(await portal.statusOf(userId)).toBe('CREATED');
    });

    it('puts neither a second passkey nor a password in the place of the first', async () => {
      const { userId, sub } = await activating.someone();
      const first = new Authenticator(HERE);
      await activating.byPasskey(userId, first);
      expect((await activating.byPasskey(userId)).html).toContain(REFUSED);
      expect((await activating.byPassword(userId, PASSWORD)).html).toContain(REFUSED);
      expect(await activating.passkeysOf(sub)).toEqual([first.id]);
    });

    it('adds no passkey by a code that has set a password', async () => {
      const { userId, sub } = await activating.someone();
      await activating.byPassword(userId, PASSWORD);
      expect((await activating.byPasskey(userId)).html).toContain(REFUSED);
      expect(await activating.passkeysOf(sub)).toEqual([]);
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
      const { userId } = await activating.someone();
      const person = portal.newcomer();
      const answer = await person.send(await activating.page(person), '/activate/passkey', {
        ...typed(userId),
        response,
      });
      expect(answer.status).toBe(403);
      expect(answer.html).toContain(NOT_MADE);
      expect(await portal.statusOf(userId)).toBe('CREATED');
      expect(entered(await activating.byPasskey(userId))).toBe(true);
    });

    it.each([
      ['of another site', { origin: 'https://auth.test.evil.example' }],
      ['for another site', { ...HERE, rpId: 'evil.example' }],
      ['of an authenticator that did not look who is there', { ...HERE, userVerified: false }],
    ])('is one %s', async (_what, place) => {
      const { userId } = await activating.someone();
      expect((await activating.byPasskey(userId, new Authenticator(place))).html).toContain(NOT_MADE);
      expect(await portal.statusOf(userId)).toBe('CREATED');
    });

    it.each([
      ['of another interaction', '/activate/passkey', true],
      ['of a sign-in', '/passkey', false],
    ])('is one to a challenge %s', async (_what, ceremony, elsewhere) => {
      const { userId } = await activating.someone();
      const [person, stranger] = [portal.newcomer(), portal.newcomer()];
      const [signing, page] = [await portal.page(person), await activating.page(person)];
      const asked = elsewhere ? await activating.page(stranger) : signing;
      const { challenge } = await askForOptions(elsewhere ? stranger : person, asked, ceremony);
      const response = new Authenticator(HERE).attest(challenge);
      const answer = await person.send(page, '/activate/passkey', { ...typed(userId), response });
      expect(answer.html).toContain(NOT_MADE);
      expect(await portal.statusOf(userId)).toBe('CREATED');
    });

    it('is one whose id is not that of its key', async () => {
      const { userId } = await activating.someone();
      const person = portal.newcomer();
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
      const { userId, sub } = await activating.someone();
      const person = portal.newcomer();
      const page = await activating.page(person);
      const { challenge } = await askForOptions(person, page, '/activate/passkey', typed(userId));
      const whole = JSON.parse(new Authenticator(HERE).attest(challenge)) as { response: object };
      const response = JSON.stringify({ ...whole, response: { ...whole.response, transports } });
      expect(entered(await person.send(page, '/activate/passkey', { ...typed(userId), response }))).toBe(true);
      const [kept] = await portal.running.app.get(PasskeyStore).of(sub);
      expect(kept?.transports).toEqual(Array.isArray(transports) ? ['usb'] : []);
    });
  });
});
