import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Client } from '../../../src/auth/client/client.entity.js';
import { LIVE, PASSWORD, active, application } from '../signing-in.js';
import type { TestApplication } from '../application.js';
import { Bank } from '../bank.js';
import type { TestDatabase } from '../database.js';
import { newNotification } from '../notifications.js';
import { freePorts } from '../program.js';
import { portalOf, type Portal } from '../tokens.js';

const SCOPES = ['users:write', 'notifications:read', 'notifications:write'];

/** A bank with the phone app, and a portal that sends questions to its users. */
export class BankWithApp {
  private constructor(
    readonly bank: Bank,
    readonly app: Client,
    public portal: Portal,
    readonly env: Readonly<Record<string, string>>,
  ) {}

  static async open(
    env: Readonly<Record<string, string>> = {},
    database?: TestDatabase,
    switches: readonly string[] = [],
  ): Promise<BankWithApp> {
    const { MOBILE_PORT = '' } = await freePorts();
    const ours = { MOBILE_PORT, MOBILE_URL: `http://localhost:${MOBILE_PORT}`, ...env };
    const bank = await Bank.open(ours, database, switches);
    const { mobileUrl } = bank.running.config;
    const app = await application(bank.running, {
      clientName: 'Meridian App',
      redirectUris: [`${mobileUrl}/app/`],
      allowedOrigins: [mobileUrl],
    });
    return new BankWithApp(bank, app, await portalOf(bank.running, { scopes: SCOPES }), ours);
  }

  /** Makes the bank's server call another process of the service from now on. */
  async moveTo(running: TestApplication): Promise<void> {
    this.portal = await portalOf(running, { scopes: SCOPES });
  }

  get address(): string {
    return this.addressFor(this.app);
  }

  addressFor({ clientId }: Client): string {
    return `${this.bank.running.config.mobileUrl}/app/?client=${clientId}`;
  }

  /** Creates a user who can sign in. */
  async customer(language = 'en'): Promise<string> {
    const userId = `c-${randomUUID().slice(0, 8)}`;
    await active(this.bank.running, userId, { language, firstName: 'Chloé', lastName: 'Martin' }, LIVE);
    return userId;
  }

  /** Sends the user a question, and returns its id. */
  async ask(userId: string, fields: object = {}): Promise<string> {
    const { status, body } = await this.portal.post('/v1/notifications', newNotification(userId, fields));
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.notification_uuid;
  }

  async stateOf(uuid: string): Promise<any> {
    return (await this.portal.get(`/v1/notifications/${uuid}`)).body;
  }

  /** Opens the app in a new browser, with nobody signed in. */
  async phone(
    options: BrowserContextOptions = {},
    app = this.app,
    browser: Browser = this.bank.browser,
  ): Promise<PhoneInBrowser> {
    const { context, page, complaints } = await this.bank.visitor(
      { viewport: { width: 390, height: 844 }, ...options },
      browser,
    );
    await page.goto(this.addressFor(app));
    return new PhoneInBrowser(context, page, complaints);
  }

  async close(): Promise<void> {
    await this.bank.close();
  }
}

export class PhoneInBrowser {
  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly complaints: string[],
  ) {}

  /** Signs in at the bank's login page, and returns to the app. */
  async signIn(userId: string): Promise<this> {
    await this.page.click('.welcome .card button');
    await this.page.fill('#login', userId);
    await this.page.fill('#password', PASSWORD);
    await this.page.keyboard.press('Enter');
    await this.page.waitForSelector('#device-name, .signed-in');
    return this;
  }

  async register(name = 'My phone'): Promise<this> {
    await this.page.fill('#device-name', name);
    await this.page.click('button[type=submit]');
    await this.page.waitForSelector('.signed-in');
    return this;
  }

  /** Signs in, registers the device, and waits for the live connection. */
  async ready(userId: string, name?: string): Promise<this> {
    await this.signIn(userId);
    await this.register(name);
    await this.online();
    return this;
  }

  async online(): Promise<void> {
    await this.page.waitForSelector('.connection', { state: 'detached' });
  }

  /**
   * Waits until the service worker has cached the app, so that it opens offline. `waitForFunction` is forbidden by the
   * page's policy.
   */
  async kept(): Promise<void> {
    await this.page.evaluate(`navigator.serviceWorker.controller ??
      new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
        .then(() => undefined)`);
  }

  async open(subject = 'Confirm your payment'): Promise<void> {
    await this.page.getByRole('link', { name: subject }).first().click();
    await this.page.waitForSelector('.question');
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  reads(text: string): Promise<void> {
    return this.page.getByText(text).first().waitFor();
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
