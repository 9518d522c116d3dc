import type { Page } from 'playwright-core';
import { Bank } from '../support/bank.js';
import { active, PASSWORD } from '../support/signing-in.js';

describe('A sign-in that another site begins', () => {
  const SHOP = 'http://shop.example/';

  let bank: Bank;
  beforeAll(async () => {
    bank = await Bank.open();
  });
  afterAll(() => bank.close());

  /** A page of another site, with a form that begins a sign-in. */
  async function openShop(page: Page): Promise<void> {
    const { origin, pathname, searchParams } = new URL(bank.entrance());
    const fields = [...searchParams].map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
    const body = `<form method="post" action="${origin}${pathname}">${fields.join('')}<button>Sign in</button></form>`;
    await page.route(SHOP, (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(SHOP);
  }

  it('finds whoever is signed in, when another site sends them here by a form', async () => {
    await active(bank.running, 'ada');
    const { context, page, complaints } = await bank.visitor();
    await openShop(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.fill('#login', 'ada');
    await page.fill('#password', PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/robots\.txt\?code=/);
    await openShop(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/robots\.txt\?code=/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
