import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { Bank } from '../bank.js';
import { Cable } from '../cable.js';
import { createTestDatabase } from '../database.js';
import { VerificationDesk } from '../idv/verification-desk.js';
import { application } from '../signing-in.js';
import { ONE_PROCESS } from './shared-browser.js';

/** A name of the greatest length, 80 characters, without a space. */
export const LONG_NAME = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** The parts that all states share: a bank, a second bank that can fail on demand, and client applications. */
export interface Scene {
  readonly bank: Bank;
  readonly shop: Client;
  readonly longNamed: Client;
  readonly desk: VerificationDesk;
  /** A bank that allows one try a minute, and whose database connection (`cable`) a test can cut. */
  readonly troubled: Bank;
  readonly cable: Cable;
  close(): Promise<void>;
}

/** Brings a page into its state. */
export type PageState = (scene: Scene, page: Page) => Promise<unknown>;

export async function setScene(): Promise<Scene> {
  const many = '1000000';
  const limits = { RECOVERY_CODES_PER_NETWORK: many, RECOVERY_CODES_PER_ENTERPRISE: many };
  const bank = await Bank.open(limits, undefined, [ONE_PROCESS]);
  const foreign = { redirectUris: bank.online.redirectUris, firstParty: false };
  const database = await createTestDatabase();
  const cable = await Cable.to(database.address);
  const address = { ...database.address, host: '127.0.0.1', port: cable.port };
  const troubled = await Bank.open({ LOGIN_ADDRESS_BURST: '1', LOGIN_ADDRESS_RATE: '1' }, { ...database, address });
  return {
    bank,
    troubled,
    cable,
    desk: await VerificationDesk.open(bank.running),
    shop: await application(bank.running, {
      ...{ ...foreign, clientName: 'Harbour Invoices', authorizationDetailsTypes: ['payment_initiation'] },
    }),
    longNamed: await application(bank.running, { ...foreign, clientName: LONG_NAME }),
    close: async () => {
      await troubled.close();
      await cable.pull();
      await database.release();
      await bank.close();
    },
  };
}

export const someId = (): string => `s-${randomUUID().slice(0, 8)}`;

export const submit = (page: Page, action: string): Promise<void> =>
  page.click(`form[action$="${action}"] button:not(.reveal)`);

export async function send(page: Page, action: string, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, value] of Object.entries(fields)) await page.fill(`#${id}`, value);
  await submit(page, action);
}

/** The style sheets of brand colours, by their addresses. */
const sheets = new Map<string, string>();

/**
 * Gives the page a brand colour, through the server's own style sheet for that colour: the page's policy allows no
 * other style.
 */
export async function paint(page: Page, color: string): Promise<void> {
  const present = await page.evaluate<string>(
    `(document.querySelector('link[href*="/brand-"]') ?? { href: new URL('/service/assets/brand-0.css', location).href }).href`,
  );
  const sheet = present.replace(/brand-\w+/, `brand-${color}`);
  if (!sheets.has(sheet)) {
    const answer = await page.request.get(sheet);
    if (!answer.ok()) throw new Error(`No sheet at ${sheet}: ${answer.status()}`);
    sheets.set(sheet, await answer.text());
  }
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(sheets.get(sheet))});
    document.adoptedStyleSheets = [sheet];
    for (const image of document.querySelectorAll('.brand img')) image.src = '${sheet.replace(/brand-.*/, `mark-${color}.svg`)}';
  })()`);
}
