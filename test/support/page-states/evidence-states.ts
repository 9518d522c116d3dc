import type { Page } from 'playwright-core';
import { evidenceOfAnswer } from '../signed-answer.js';
import { someId, type PageState, type Scene } from './scene.js';

const FIELDS = {
  body: [
    { lng: 'en', subject: 'Confirm your payment', message: 'Pay 25.00 EUR to Bookshop?\nOrder 4711' },
    { lng: 'de', subject: 'Zahlung bestätigen', message: 'Zahlen Sie 25,00 EUR an Bookshop?\nBestellung 4711' },
    { lng: 'ar', subject: 'تأكيد الدفع', message: 'هل تدفع 25.00 يورو إلى Bookshop؟' },
  ],
};

async function verifying({ bank }: Scene, page: Page, altered: (evidence: any) => unknown): Promise<void> {
  const evidence = await evidenceOfAnswer(bank.running, someId(), FIELDS);
  await page.goto(bank.address('/service/evidence'));
  const buffer = Buffer.from(JSON.stringify(altered(evidence)));
  await page.setInputFiles('input[type=file]', { name: 'evidence-4711.json', mimeType: 'application/json', buffer });
  await page.waitForSelector('.verdict');
}

export const evidenceStates = {
  evidence: ({ bank }, page) => page.goto(bank.address('/service/evidence')),
  'evidence-verified': (scene, page) => verifying(scene, page, (evidence) => evidence),
  'evidence-altered': (scene, page) =>
    verifying(scene, page, (evidence) => ({ ...evidence, device: { ...evidence.device, user_id: 'somebody.else' } })),
} satisfies Record<string, PageState>;
