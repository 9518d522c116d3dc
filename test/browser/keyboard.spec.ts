import { Bank } from '../support/bank.js';
import { active, PASSWORD } from '../support/signing-in.js';

describe('A person without a mouse', () => {
  let bank: Bank;
  beforeAll(async () => {
    bank = await Bank.open();
  });
  afterAll(() => bank.close());

  it('signs in, and signs out again, without a mouse', async () => {
    await active(bank.running, 'keyboarder');
    const { page, context } = await bank.visitor();
    await page.goto(bank.address('/service/account/'));
    await page.keyboard.type('keyboarder');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign-in and security' }).waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('heading', { name: 'Sign in to your security settings' }).waitFor();
    await context.close();
  });

  it('looks at a password and hides it again, and the button says what it does', async () => {
    const { page, context } = await bank.visitor();
    await page.goto(bank.entrance());
    await page.fill('#password', PASSWORD);
    await page.focus('#password');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getAttribute('#password', 'type')).toBe('text');
    await page.getByRole('button', { name: 'Hide password' }).press('Enter');
    expect(await page.getAttribute('#password', 'type')).toBe('password');
    await page.getByRole('button', { name: 'Show password' }).waitFor();
    await context.close();
  });
});
