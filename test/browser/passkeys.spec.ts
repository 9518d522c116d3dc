import type { Page } from 'playwright-core';
import { PasskeyStore } from '../../src/auth/credentials/passkeys/passkey.store.js';
import { UnitOfWork } from '../../src/shared/persistence/index.js';
import { addPasskey as addStoredPasskey } from '../support/account-fixtures.js';
import { Authenticator } from '../support/authenticator.js';
import { Bank, type Visitor } from '../support/bank.js';
import { TestOperator } from '../support/operators.js';
import { active, CODE, enrolled, PASSWORD } from '../support/signing-in.js';
import { until } from '../integration/support/until.js';
import { VirtualAuthenticator } from '../support/virtual-authenticator.js';

describe('In a real browser', () => {
  const IN = /robots\.txt\?code=/;

  let bank: Bank;
  beforeAll(async () => {
    bank = await Bank.open();
  });
  afterAll(() => bank.close());

  interface WithAuthenticator extends Visitor {
    readonly authenticator: VirtualAuthenticator;
  }

  async function visitor(): Promise<WithAuthenticator> {
    const found = await bank.visitor();
    return { ...found, authenticator: await VirtualAuthenticator.plugInto(found.context, found.page) };
  }

  /** By the button, unless the suggestion of the username field was taken before: the virtual authenticator is that quick. */
  async function usePasskey(page: Page, then = page.getByText('User-agent')): Promise<void> {
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await button.or(then).first().waitFor();
    if (await button.isVisible()) await button.click({ timeout: 10_000 }).catch(() => undefined);
  }

  async function comeBack({ context, page }: Visitor): Promise<void> {
    await context.clearCookies();
    await page.goto(bank.entrance());
    await usePasskey(page);
  }

  async function openAccount(page: Page, login: string): Promise<void> {
    await page.goto(bank.address('/service/account/'));
    await page.fill('#login', login);
    await page.fill('#password', PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign-in and security' }).waitFor();
  }

  async function addPasskey(page: Page, name: string): Promise<void> {
    await page.fill('#name', name);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey was added.').waitFor();
  }

  describe('A passkey of the account page', () => {
    it('signs in until it is removed', async () => {
      await active(bank.running, 'chloe', { firstName: 'Chloé', lastName: 'Marchand' });
      const chloe = await visitor();
      const { page } = chloe;
      await openAccount(page, 'chloe');
      await addPasskey(page, 'Phone in my pocket');
      await comeBack(chloe);
      await page.waitForURL(IN);

      await page.goto(bank.address('/service/account/'));
      await page.getByRole('button', { name: 'Remove Phone in my pocket' }).click();
      await page.getByText('You have no passkeys yet.').waitFor();
      await until(async () => (await chloe.authenticator.credentials()).length === 0);
      await chloe.context.close();
    });

    it('is refused and forgotten when it was removed elsewhere', async () => {
      const sub = await active(bank.running, 'elif');
      const elif = await visitor();
      const { page, authenticator } = elif;
      await openAccount(page, 'elif');
      await addPasskey(page, 'Key');
      const { app } = bank.running;
      const [kept] = await app.get(PasskeyStore).of(sub);
      await app.get(UnitOfWork).run((tx) => app.get(PasskeyStore).remove(tx, sub, kept?.credentialId ?? ''));
      await comeBack(elif);
      await page.getByText('The passkey was not accepted.').waitFor();
      await until(async () => (await authenticator.credentials()).length === 0);
      await elif.context.close();
    });

    it('is refused when its counter went backwards: there is a copy of it', async () => {
      await active(bank.running, 'dmitri');
      const dmitri = await visitor();
      const { page, authenticator } = dmitri;
      await openAccount(page, 'dmitri');
      await addPasskey(page, 'Key');
      const [credential] = await authenticator.credentials();
      if (!credential) throw new Error('The authenticator has no credential');
      await comeBack(dmitri);
      await page.waitForURL(IN);
      await authenticator.rewind(credential);
      await comeBack(dmitri);
      await page.getByText('The passkey was not accepted.').waitFor();
      await dmitri.context.close();
    });
  });

  describe('A passkey of an operator', () => {
    it('is shown before one is removed', async () => {
      const { sub } = await TestOperator.with(bank.running, ['owner']);
      const { page, context, authenticator } = await visitor();
      const passkey = (await Authenticator.registered(bank.running, sub)).exported;
      await authenticator.add({ ...passkey, rpId: new URL(bank.running.config.authUrl).hostname });
      await addStoredPasskey(bank.running, sub, 'Old key');
      await page.goto(bank.address('/service/account/?enterprise=~operators'));
      const account = page.getByRole('heading', { name: 'Sign-in and security' });
      await usePasskey(page, account);
      await account.waitFor();
      expect(await page.locator('#password').count()).toBe(0);

      await authenticator.recognise(false);
      await page.getByRole('button', { name: 'Remove Old key' }).click();
      await page.getByRole('alert').filter({ hasText: /./ }).waitFor();
      expect(await bank.running.app.get(PasskeyStore).of(sub)).toHaveLength(2);
      await authenticator.recognise(true);
      await page.getByRole('button', { name: 'Remove Old key' }).click();
      await page.getByText('The passkey was removed.').waitFor();
      expect(await bank.running.app.get(PasskeyStore).of(sub)).toHaveLength(1);
      await context.close();
    });
  });

  describe('Signing in by passkey', () => {
    const pressed = async (page: Page) => {
      await page.goto(bank.entrance());
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      return page.getByRole('alert');
    };

    it('says so where there is none, and where it cannot be started, and no reason is guessed', async () => {
      const { page, context } = await visitor();
      await (await pressed(page)).getByText('No passkey was used').waitFor();
      await page.route('**/passkey/options', (route) => route.fulfill({ status: 503 }));
      await (await pressed(page)).getByText('We could not start the sign-in').waitFor();
      await page.unroute('**/passkey/options');
      await page.route('**/passkey/options', (route) => route.abort());
      await (await pressed(page)).getByText('We could not reach the service').waitFor();
      await context.close();
    });

    it('is said to be impossible where the browser has no passkeys, and to need scripts where those are off', async () => {
      const old = await bank.visitor();
      await old.page.addInitScript('delete window.PublicKeyCredential');
      await old.page.goto(bank.entrance());
      await old.page.getByText('This browser cannot use passkeys.').waitFor();
      expect(await old.page.getByText('JavaScript').count()).toBe(0);
      await old.context.close();
      const plain = await bank.visitor({ javaScriptEnabled: false });
      await plain.page.goto(bank.entrance());
      expect(await plain.page.content()).toMatch(/<noscript>.*allow JavaScript/); // not shown where only the test has scripts off
      expect(await plain.page.getByText('cannot use passkeys').isVisible()).toBe(false);
      await plain.context.close();
    });
  });

  describe('Activation by passkey', () => {
    const instead = (page: Page) => page.getByRole('button', { name: 'Use a passkey instead' });

    async function form(page: Page): Promise<void> {
      await page.goto(bank.entrance());
      await page.getByRole('link', { name: 'I have an activation code' }).click();
      await instead(page).waitFor();
    }

    it('needs name and code, makes a passkey, signs in, and the passkey does it from then on', async () => {
      await enrolled(bank.running, 'esther');
      const esther = await visitor();
      const { page, complaints } = esther;
      await form(page);
      await instead(page).click();
      expect(await page.evaluate('document.activeElement.id')).toBe('login');
      await page.fill('#login', 'esther');
      await instead(page).click();
      expect(await page.evaluate('document.activeElement.id')).toBe('activation_code');
      expect(await esther.authenticator.credentials()).toEqual([]);
      await page.fill('#activation_code', CODE);
      await instead(page).click();
      await page.waitForURL(IN);
      await comeBack(esther);
      await page.waitForURL(IN);
      expect(complaints).toEqual([]);
      await esther.context.close();
    });

    it('leaves no passkey behind where the code was wrong', async () => {
      await enrolled(bank.running, 'farid');
      const { page, context, authenticator } = await visitor();
      await form(page);
      await page.fill('#login', 'farid');
      await page.fill('#activation_code', 'WRONG-CODE');
      await instead(page).click();
      await page.getByText('Check your username and the code').waitFor();
      expect(await page.inputValue('#login')).toBe('farid');
      await until(async () => (await authenticator.credentials()).length === 0);
      await context.close();
    });

    it('is said to have failed where the authenticator does not know its owner, and a password does it then', async () => {
      await enrolled(bank.running, 'gesine');
      const { page, context, authenticator } = await visitor();
      await authenticator.recognise(false);
      await form(page);
      await page.fill('#login', 'gesine');
      await page.fill('#activation_code', CODE);
      await instead(page).click();
      await page.getByRole('alert').getByText('No passkey was created.').waitFor();
      await page.fill('#new_password', PASSWORD);
      await page.getByRole('button', { name: 'Activate and sign in' }).click();
      await page.waitForURL(IN);
      await context.close();
    });

    it('is not offered without JavaScript, where a password still can be chosen', async () => {
      const { page, context } = await bank.visitor({ javaScriptEnabled: false });
      await page.goto(bank.entrance());
      await page.getByRole('link', { name: 'I have an activation code' }).click();
      expect(await page.getByRole('button').allInnerTexts()).toEqual(['Activate and sign in']);
      await context.close();
    });
  });
});
