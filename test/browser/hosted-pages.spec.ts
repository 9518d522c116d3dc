import { Database } from '../../src/shared/persistence/index.js';
import { Bank } from '../support/bank.js';
import { active, application, CODE, enrolled, PASSWORD } from '../support/signing-in.js';

describe('The hosted pages', () => {
  const IN = /robots\.txt\?code=/;

  let bank: Bank;
  beforeAll(async () => {
    bank = await Bank.open();
  });
  afterAll(() => bank.close());

  describe.each([true, false])('With JavaScript: %s', (javaScriptEnabled) => {
    it('a user signs in at the second try', async () => {
      const userId = `amelia-${String(javaScriptEnabled)}`;
      await active(bank.running, userId);
      const { context, page, complaints } = await bank.visitor({ javaScriptEnabled });
      await page.goto(bank.entrance());
      await page.fill('#login', userId);
      await page.fill('#password', 'not her password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('Check your username and password').waitFor();
      // The delay after a wrong try is over.
      await bank.running.app.get(Database).rows(`UPDATE auth.login_tries SET open_at = open_at - interval '2 seconds'`);
      await page.fill('#password', PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(IN);
      expect(complaints).toEqual([]);
      await context.close();
    });

    it('a user activates, agrees, and signs out', async () => {
      const { redirectUris } = bank.online;
      const shop = await application(bank.running, { redirectUris, firstParty: false });
      const userId = `bruno-${String(javaScriptEnabled)}`;
      await enrolled(bank.running, userId);
      const { context, page, complaints } = await bank.visitor({ javaScriptEnabled });
      await page.goto(bank.entrance(shop, { scope: 'openid profile offline_access', prompt: 'consent' }));
      await page.getByRole('link', { name: 'I have an activation code' }).click();
      await page.fill('#login', userId);
      await page.fill('#activation_code', CODE);
      await page.fill('#new_password', PASSWORD);
      await page.getByRole('button', { name: 'Activate and sign in' }).click();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.waitForURL(IN);
      await page.goto(bank.address('/service/authserver/oauth/logout'));
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    });
  });
});
