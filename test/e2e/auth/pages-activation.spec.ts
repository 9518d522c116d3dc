import { PasswordStrength } from '../../../src/auth/credentials/passwords/password-strength.service.js';
import { KernelErrors } from '../../../src/shared/kernel/index.js';
import { type Person, type Seen } from '../../support/person.js';
import { said, someId, TestPortal } from '../../support/portal.js';
import { active, CODE, enrolled, PASSWORD } from '../../support/signing-in.js';

let portal: TestPortal;

describe('Pages activation', () => {
  beforeAll(async () => {
    portal = await TestPortal.open();
  });
  afterAll(() => portal.close());

  describe('Activation', () => {
    const activate = async (person: Person, login: string, code: string, password: string): Promise<Seen> => {
      const form = await person.follow(await portal.page(person), '/activate');
      return person.send(form, '/activate', { login, activation_code: code, new_password: password });
    };

    it('makes a password by the code and signs in with it', async () => {
      const userId = someId();
      await enrolled(portal.running, userId);
      expect((await activate(portal.newcomer(), userId, CODE, PASSWORD)).left?.searchParams.has('code')).toBe(true);
      expect(await portal.statusOf(userId)).toBe('ACTIVE');
      expect((await portal.signIn(portal.newcomer(), userId, PASSWORD)).left).toBeDefined();
    });

    it('is mended by repeating the form after a crash between the user and the password', async () => {
      const userId = someId();
      const { user } = await enrolled(portal.running, userId);
      const db = await portal.running.database.connect();
      await db.query(`ALTER TABLE auth.password ADD CONSTRAINT crash CHECK (sub <> '${user.sub}')`);
      expect((await activate(portal.newcomer(), userId, CODE, PASSWORD)).status).toBe(500);
      expect(await portal.statusOf(userId)).toBe('ACTIVE');
      await db.query('ALTER TABLE auth.password DROP CONSTRAINT crash');
      await db.end();
      expect((await activate(portal.newcomer(), userId, CODE, PASSWORD)).left).toBeDefined();
      expect((await portal.signIn(portal.newcomer(), userId, PASSWORD)).left).toBeDefined();
    });

    it('sets no other password by a code that has been used', async () => {
      const userId = someId();
      await enrolled(portal.running, userId);
      await activate(portal.newcomer(), userId, CODE, PASSWORD);
      const second = await activate(portal.newcomer(), userId, CODE, 'another quite long phrase 81');
      expect(second.status).toBe(403);
      expect(second.left).toBeUndefined();
    });

    it('reads the same for a wrong code, an unknown user and one who needs none', async () => {
      const [fresh, ready] = [someId(), someId()];
      await enrolled(portal.running, fresh);
      await active(portal.running, ready);
      const answers = [
        await activate(portal.newcomer(), fresh, 'WRONG-CODE', PASSWORD),
        await activate(portal.newcomer(), someId(), CODE, PASSWORD),
        await activate(portal.newcomer(), ready, 'WRONG-CODE', PASSWORD),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(new Set(answers.map(said)).size).toBe(1);
    });

    it.each([
      ['short', 'Use at least 12 characters.'],
      ['password123456', 'easy to guess'],
      ['qwertyuiop[]', 'easy to guess'],
      ['yoshimitshu468', 'known from a data leak'],
      ['YoshiMitshu468', 'known from a data leak'],
      ['Countersign2026', 'easy to guess'],
      ['auth.test-xQ7zK', 'easy to guess'],
      ['Default!Default7', 'easy to guess'],
      ['x'.repeat(257), 'at most 256'],
    ])('refuses the password %j, and the code stays good', async (password, why) => {
      const userId = someId();
      await enrolled(portal.running, userId);
      const refused = await activate(portal.newcomer(), userId, CODE, password);
      expect(refused.status).toBe(422);
      expect(refused.html).toContain(why);
      expect(refused.html).not.toContain(`value="${password}"`);
      expect((await activate(portal.newcomer(), userId, CODE, PASSWORD)).left).toBeDefined();
    });

    it('refuses a password of the own name only to whoever has the right code', async () => {
      const userId = someId();
      await enrolled(portal.running, userId, { firstName: 'Wilhelmina', lastName: 'Oszkarowski' });
      const password = 'wilhelmina.oszkarowski';
      expect((await activate(portal.newcomer(), userId, 'WRONG-CODE', password)).status).toBe(403);
      const named = await activate(portal.newcomer(), userId, CODE, password);
      expect(named.status).toBe(422);
      expect((await activate(portal.newcomer(), userId, CODE, PASSWORD)).left).toBeDefined();
    });

    it.each([
      ['before the code is looked at', 0, 'CREATED'],
      ['after it', 1, 'ACTIVE'],
    ])('is told to try again when a password cannot be rated %s, and loses nothing', async (_when, before, status) => {
      const userId = someId();
      await enrolled(portal.running, userId);
      const rating = jest.spyOn(portal.running.app.get(PasswordStrength), 'isGuessable');
      for (let i = 0; i < before; i++) rating.mockResolvedValueOnce(false);
      rating.mockRejectedValueOnce(KernelErrors.unavailable(undefined, { retryAfterSeconds: 2 }));
      const refused = await activate(portal.newcomer(), userId, CODE, PASSWORD);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await portal.statusOf(userId)).toBe(status);
      expect((await portal.signIn(portal.newcomer(), userId, PASSWORD)).left).toBeUndefined();
      rating.mockRestore();
      expect((await activate(portal.newcomer(), userId, CODE, PASSWORD)).left).toBeDefined();
    });
  });
});
