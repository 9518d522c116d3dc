import { Activating, HERE, typed } from '../../support/activating.js';
import { Authenticator } from '../../support/authenticator.js';
import { meetAt } from '../../support/held-locks.js';
import { entered, TestPortal } from '../../support/portal.js';
import { CODE, PASSWORD } from '../../support/signing-in.js';

const NOT_MADE = 'No passkey was created.';
const REFUSED = 'Check your username and the code';

let portal: TestPortal;
let activating: Activating;

async function whileNoPasskeyCanBeKept<T>(sub: string, act: () => Promise<T>): Promise<T> {
  const db = await portal.running.database.connect();
  await db.query(`ALTER TABLE auth.passkey ADD CONSTRAINT crash CHECK (sub <> '${sub}')`);
  try {
    return await act();
  } finally {
    await db.query('ALTER TABLE auth.passkey DROP CONSTRAINT crash');
    await db.end();
  }
}

describe('Pages activation repeated', () => {
  beforeAll(async () => {
    portal = await TestPortal.open();
    activating = new Activating(portal);
  });
  afterAll(() => portal.close());

  describe('After a crash between the user and the passkey', () => {
    async function crashed(code = CODE) {
      const { userId, sub } = await activating.someone(code);
      const [person, authenticator] = [portal.newcomer(), new Authenticator(HERE)];
      const page = await activating.page(person);
      const form = await activating.form(person, page, authenticator, typed(userId, code));
      const failed = await whileNoPasskeyCanBeKept(sub, () => person.send(page, '/activate/passkey', form));
      expect(failed.status).toBe(500);
      expect(await portal.statusOf(userId)).toBe('ACTIVE');
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
      expect(await activating.signsIn(authenticator)).toBe(true);
    });

    it('it may be typed in other letters', async () => {
      const { repeat } = await crashed('010K2MZ');
      expect(entered(await repeat({ activation_code: ' olo-k2mz ' }))).toBe(true);
    });

    it('another passkey may be made, or a password chosen, in its place', async () => {
      const [one, other] = [await crashed(), await crashed()];
      const second = new Authenticator(HERE);
      expect(entered(await activating.byPasskey(one.userId, second))).toBe(true);
      expect(await activating.passkeysOf(one.sub)).toEqual([second.id]);
      expect(entered(await activating.byPassword(other.userId, PASSWORD))).toBe(true);
      expect(await activating.passkeysOf(other.sub)).toEqual([]);
    });

    it('nobody finishes it without the code', async () => {
      const { sub, repeat } = await crashed();
      expect((await repeat({ activation_code: 'WRONG-CODE' })).html).toContain(NOT_MADE);
      expect(await activating.passkeysOf(sub)).toEqual([]);
    });
  });

  describe('The form of an activation that is done', () => {
    it('sent again, signs nobody in, but says that the passkey can', async () => {
      const { userId, sub } = await activating.someone();
      const [person, authenticator] = [portal.newcomer(), new Authenticator(HERE)];
      const page = await activating.page(person);
      const form = await activating.form(person, page, authenticator, typed(userId));
      expect(entered(await person.send(page, '/activate/passkey', form))).toBe(true);
      const later = portal.newcomer();
      const again = await later.send(await activating.page(later), '/activate/passkey', form);
      expect(again.status).toBe(200);
      expect(again.left).toBeUndefined();
      expect(again.html).toContain('Your access is active.');
      expect(again.html).toContain(`value="${userId}"`);
      expect(await activating.passkeysOf(sub)).toEqual([authenticator.id]);
      const wrong = await later.send(await activating.page(later), '/activate/passkey', {
        ...form,
        activation_code: 'X',
      });
      expect(wrong.html).toContain(NOT_MADE);
    });
  });

  describe('Of two at once', () => {
    const atUser = (sub: string) => ({ sql: 'SELECT 1 FROM users."user" WHERE sub = $1 FOR UPDATE', params: [sub] });

    it('one passkey wins, and it is the one whose holder is signed in', async () => {
      const { userId, sub } = await activating.someone();
      const both = [new Authenticator(HERE), new Authenticator(HERE)];
      const answers = await meetAt(
        portal.running,
        atUser(sub),
        both.map((authenticator) => () => activating.byPasskey(userId, authenticator)),
      );
      const winners = both.filter((_, index) => answers[index] && entered(answers[index]));
      expect(winners).toHaveLength(1);
      expect(await activating.passkeysOf(sub)).toEqual(winners.map(({ id }) => id));
      expect(answers.find((answer) => !entered(answer))?.html).toContain(REFUSED);
    });

    it('either the passkey or the password becomes usable', async () => {
      const { userId, sub } = await activating.someone();
      const passkey = new Authenticator(HERE);
      const [byPasskey, byPassword] = await meetAt(portal.running, atUser(sub), [
        () => activating.byPasskey(userId, passkey),
        () => activating.byPassword(userId, PASSWORD),
      ]);
      expect([byPasskey, byPassword].filter((answer) => answer && entered(answer))).toHaveLength(1);
      expect(await activating.passkeysOf(sub)).toEqual(byPasskey && entered(byPasskey) ? [passkey.id] : []);
    });
  });
});
