import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { Bank, type Visitor } from '../support/bank.js';
import { evidenceOfAnswer } from '../support/signed-answer.js';

describe('In a real browser', () => {
  let bank: Bank;
  let visitor: Visitor;
  let evidence: any;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-evidence-'));

  beforeAll(async () => {
    bank = await Bank.open();
    evidence = await evidenceOfAnswer(bank.running, 'amelia.ortega');
    visitor = await bank.visitor();
  });
  afterAll(async () => {
    await bank.close();
    rmSync(folder, { recursive: true });
  });

  const fileOf = (content: unknown, name = 'evidence.json') => ({
    ...{ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) },
  });

  async function verdictOn(page: Page, content: unknown): Promise<string> {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose the evidence' }).press('Enter');
    await (await chooser).setFiles(fileOf(content));
    await page.waitForSelector('.verdict');
    const text = await page.locator('.verdict').innerText();
    await page.locator('[data-result]').evaluate((place) => place.replaceChildren());
    return text;
  }

  const altered = () => ({ ...evidence, content: { ...evidence.content, body: [{ lng: 'en', subject: 'Pay', message: '1 EUR?' }] } }); // oxfmt-ignore

  describe('The page that verifies evidence', () => {
    it('verifies what the service gave, by keyboard, offline, and asks nobody for anything', async () => {
      const { page, context, complaints } = visitor;
      await page.goto(bank.address('/service/evidence'));
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await context.setOffline(true);
      const text = await verdictOn(page, evidence);
      for (const told of ['Verified', 'Approve (accept)', 'amelia.ortega', evidence.device.device_id, 'Pay 25.00 EUR?'])
        expect(text).toContain(told);
      expect(await verdictOn(page, altered())).toMatch(/Not valid[^]*content_digest differs/);
      await context.setOffline(false);
      expect(asked).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('may connect to nothing, whatever its script would do', async () => {
      const { page } = await bank.visitor();
      const response = await page.goto(bank.address('/service/evidence'));
      const policy = await response?.headerValue('content-security-policy');
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).not.toMatch(/connect-src|unsafe|http/);
      expect(await page.evaluate(`fetch('/robots.txt').then(() => 'sent', () => 'refused')`)).toBe('refused');
      await page.close();
    });

    it('keeps the name of a file together, and its marks in their order, where the words run from right to left', async () => {
      const { page } = await bank.visitor();
      await page.goto(bank.address('/service/evidence?lang=ar'));
      expect(await page.locator('#choose-hint bdi').innerText()).toBe('evidence-keys.json');
      await page.close();
    });

    it('is saved as one file, which verifies without us', async () => {
      const { page } = await bank.visitor();
      await page.goto(bank.address('/service/evidence'));
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Save this page' }).click();
      const saved = join(folder, (await download).suggestedFilename());
      await (await download).saveAs(saved);

      const elsewhere = await bank.visitor({ offline: true });
      await elsewhere.page.goto(pathToFileURL(saved).href);
      expect(await verdictOn(elsewhere.page, evidence)).toContain('Verified');
      expect(await verdictOn(elsewhere.page, altered())).toContain('Not valid');
      expect(await elsewhere.page.locator('footer, [data-save]').filter({ visible: true }).count()).toBe(0);
      expect(elsewhere.complaints).toEqual([]);
    });
  });
});
