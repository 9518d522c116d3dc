import type { Page } from 'playwright-core';
import { pageStates } from '../support/page-states/page-states.js';
import { setScene, type PageState, type Scene } from '../support/page-states/scene.js';

describe('A page that is heard', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene();
  });
  afterAll(() => scene.close());

  const stateOf = (wanted: string): PageState => {
    const found = pageStates.find(([name]) => name === wanted);
    if (!found) throw new Error(`No state ${wanted}`);
    return found[1];
  };

  async function see(state: string, locale = 'en'): Promise<{ page: Page; close: () => Promise<void> }> {
    const { page, context } = await scene.bank.visitor({ locale });
    await stateOf(state)(scene, page);
    return { page, close: () => context.close() };
  }

  describe('What went wrong', () => {
    it.each(['login-failed', 'activate-failed'])('is heard first, in the title and by the focus: %s', async (state) => {
      const { page, close } = await see(state);
      expect(await page.title()).toMatch(/^Error: /);
      expect(await page.evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
      await close();
    });

    it.each([
      ['activate-weak', 'new_password', 'Use at least 12 characters.'],
      ['account-wrong-password', 'current_password', 'The current password is wrong.'],
    ])('is heard first, with the field that is wrong: %s', async (state, field, why) => {
      const { page, close } = await see(state);
      expect(await page.title()).toMatch(/^Error: /);
      expect(await page.evaluate('document.activeElement.id')).toBe(field);
      const described = await page.getAttribute(`#${field}`, 'aria-describedby');
      expect(await page.textContent(`#${described?.split(' ')[0] ?? ''}`)).toBe(why);
      await close();
    });

    it('is heard first when a passkey was not made', async () => {
      const { page, close } = await see('activate-no-passkey');
      expect(await page.getByRole('alert').innerText()).toContain('No passkey was created.');
      await close();
    });
  });

  it('tells what was done by the focus and the title', async () => {
    const { page, close } = await see('account-removed');
    expect(await page.title()).toBe('The passkey was removed. · Meridian Bank');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('The passkey was removed.');
    await close();
  });

  it('says once that a new password has become long enough', async () => {
    const { page, close } = await see('activate');
    const status = page.locator('[role=status]');
    await page.locator('#new_password').pressSequentially('elevenchars');
    expect(await status.textContent()).toBe('');
    await page.getByText('11 of 12 characters').waitFor();
    await page.locator('#new_password').pressSequentially('!');
    expect(await status.textContent()).toBe('Long enough');
    await close();
  });

  it('has another title for each page', async () => {
    const titles: string[] = [];
    const states = [
      'login',
      'login-failed',
      'activate',
      'activate-weak',
      'consent',
      'error',
      'expired',
      'forged',
      'too-many',
    ];
    for (const state of [
      ...states,
      'logout',
      'signed-out',
      'still-signed-in',
      'account-login',
      'account',
      'account-removed',
    ]) {
      const { page, close } = await see(state);
      titles.push(await page.title());
      await close();
    }
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('tells browsers what its fields are for', async () => {
    const tokens = async (state: string) => {
      const { page, close } = await see(state);
      const found = await page.evaluate<[string, string][]>(
        `[...document.querySelectorAll('input:not([type=hidden])')].map(({ name, autocomplete }) => [name, autocomplete])`,
      );
      await close();
      return Object.fromEntries(found);
    };
    expect(await tokens('login')).toEqual({ login: 'username webauthn', password: 'current-password' });
    expect(await tokens('activate')).toEqual({
      login: 'username',
      activation_code: 'one-time-code',
      new_password: 'new-password',
    });
    expect(await tokens('account-wrong-password')).toMatchObject({
      username: 'username',
      current_password: 'current-password',
      new_password: 'new-password',
    });
  });

  it.each([
    ['en', 'ltr', 'Since'],
    ['es', 'ltr', 'Desde el'],
    ['de', 'ltr', 'Seit'],
    ['ar', 'rtl', 'منذ'],
  ])('says in which language it is, and its other languages in theirs: %s', async (language, direction, since) => {
    const { page, close } = await see('account', language);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    expect(await page.getAttribute('html', 'dir')).toBe(direction);
    const others = await page.evaluate<string[]>(
      `[...document.querySelectorAll('nav a[lang]')].map(({ lang }) => lang)`,
    );
    expect(others).toEqual(['en', 'es', 'de', 'ar'].filter((other) => other !== language));
    const times = await page.locator('#sessions ~ ul small').first().innerText();
    expect(times).toContain(since);
    expect(times).toMatch(/\d/); // in the digits of the sentences, in Arabic too
    await close();
  });
});
