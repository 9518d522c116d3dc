import { randomUUID } from 'node:crypto';
import { StepUpTries } from '../../contract/index.js';
import { KnownBrowsers } from './known-browsers.service.js';
import { LoginTries } from './login-tries.service.js';
import { PasswordLogin } from '../password-login.service.js';
import { Database } from '../../../shared/persistence/index.js';
import { UserDirectory, UserLockout } from '../../../users/contract/index.js';
import { UsersService } from '../../../users/management/users.service.js';
import { startTestApplication, type TestApplication } from '../../../../test/support/application.js';
import { active, LIVE, MANY_LOGINS, PASSWORD } from '../../../../test/support/signing-in.js';
import { until } from '../../../../test/integration/support/until.js';

const WRONG = 'wrong wrong wrong';

let running: TestApplication;

const aMinutePasses = () =>
  running.app.get(Database).rows(`UPDATE auth.login_tries SET open_at = open_at - interval '1 minute'`);

/** A new user in a known browser. */
async function someone() {
  const userId = `t-${randomUUID().slice(0, 8)}`;
  const sub = await active(running, userId);
  const marks = running.app.get(KnownBrowsers).withMark(undefined, sub);
  const attempt = (password: string) =>
    running.app.get(PasswordLogin).attempt({ tenant: LIVE, login: userId, password, marks });
  const status = async () => (await running.app.get(UserDirectory).find(sub))?.status;
  return { userId, sub, attempt, status };
}

describe('Spent tries', () => {
  beforeEach(async () => {
    running = await startTestApplication({ env: MANY_LOGINS });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await running.close();
  });

  describe('When a process ends between the fifth wrong try and the block', () => {
    it('the next try blocks, whatever it is, once the fifth cannot be under way any more', async () => {
      const { attempt, status } = await someone();
      for (let i = 0; i < 4; i++) await attempt(WRONG);
      jest.spyOn(running.app.get(UserLockout), 'block').mockRejectedValueOnce(new Error('the process ends here'));
      await expect(attempt(WRONG)).rejects.toThrow('the process ends here');
      expect(await attempt(PASSWORD)).toBeUndefined();
      expect(await status()).toBe('ACTIVE');
      await aMinutePasses();
      expect(await attempt(PASSWORD)).toBeUndefined();
      expect(await status()).toBe('BLOCKED');
    });

    it('nobody is blocked whom the enterprise has unblocked meanwhile', async () => {
      const { userId, attempt, status } = await someone();
      for (let i = 0; i < 5; i++) await attempt(WRONG);
      expect(await status()).toBe('BLOCKED');
      const late = jest.spyOn(running.app.get(LoginTries), 'forget').mockResolvedValue(undefined);
      await running.app.get(UsersService).changeStatus(LIVE, userId, 'UNBLOCK');
      await until(() => late.mock.calls.length > 0);
      await aMinutePasses();
      await attempt(PASSWORD);
      expect(await status()).toBe('ACTIVE');
    });

    it('a fifth try that is being looked at blocks nobody: it may be right', async () => {
      const { sub, attempt, status } = await someone();
      const tries = running.app.get(LoginTries);
      for (let i = 0; i < 4; i++) await attempt(WRONG);
      const fifth = await tries.beginStepUp(sub);
      expect(await attempt(PASSWORD)).toBeUndefined();
      expect(await status()).toBe('ACTIVE');
      expect(await tries.settle(fifth!, () => Promise.resolve(true))).toBe(true);
      expect((await attempt(PASSWORD))?.ref.sub).toBe(sub);
    });
  });

  describe('Step-ups', () => {
    const right = () => Promise.resolve(true);
    const wrong = () => Promise.resolve(false);

    it('count like wrong tries from a known browser, and together with them', async () => {
      const { sub, attempt, status } = await someone();
      const stepUps = running.app.get(StepUpTries);
      for (let i = 0; i < 2; i++) await attempt(WRONG);
      for (let i = 0; i < 2; i++) expect(await stepUps.settle(sub, wrong)).toBe('wrong');
      expect(await status()).toBe('ACTIVE');
      expect(await stepUps.settle(sub, wrong)).toBe('spent');
      expect(await status()).toBe('BLOCKED');
    });

    it('count from zero again after a right one', async () => {
      const { sub, status } = await someone();
      const stepUps = running.app.get(StepUpTries);
      for (let round = 0; round < 2; round++) {
        for (let i = 0; i < 4; i++) await stepUps.settle(sub, wrong);
        expect(await stepUps.settle(sub, right)).toBe('right');
      }
      expect(await status()).toBe('ACTIVE');
    });

    it('are not looked at once none are left', async () => {
      const { sub } = await someone();
      const stepUps = running.app.get(StepUpTries);
      for (let i = 0; i < 5; i++) await stepUps.settle(sub, wrong);
      const look = jest.fn(right);
      expect(await stepUps.settle(sub, look)).toBe('spent');
      expect(look).not.toHaveBeenCalled();
    });

    it('that could not be looked at do not count', async () => {
      const { sub, status } = await someone();
      const stepUps = running.app.get(StepUpTries);
      for (let i = 0; i < 4; i++) await stepUps.settle(sub, wrong);
      await expect(stepUps.settle(sub, () => Promise.reject(new Error('not now')))).rejects.toThrow('not now');
      expect(await stepUps.settle(sub, right)).toBe('right');
      expect(await status()).toBe('ACTIVE');
    });
  });
});
