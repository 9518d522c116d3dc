import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Client } from '../../src/auth/client/client.entity.js';
import { startTestApplication, type TestApplication } from './application.js';
import type { TestDatabase } from './database.js';
import { complaintsOf, PATIENCE_MS, startBrowser } from './browser.js';
import { reachable } from './relying-party.js';
import { application, authorizeUrl } from './signing-in.js';

/** Somebody at a browser of their own, and what the browser has complained of meanwhile. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
}

/** A bank whose pages a real browser visits: at an address that it listens to, which passkeys need. */
export class Bank {
  private constructor(
    readonly running: TestApplication,
    readonly browser: Browser,
    readonly online: Client,
  ) {}

  /** `switches`: further ones for Chromium, such as another camera. */
  static async open(
    env: Readonly<Record<string, string>> = {},
    database?: TestDatabase,
    switches: readonly string[] = [],
  ): Promise<Bank> {
    const running = await startTestApplication({
      env: {
        ...(await reachable()),
        BRAND_NAME: 'Meridian Bank',
        PRIVACY_URL: 'https://meridian.example/privacy',
        TERMS_URL: 'https://meridian.example/terms',
        HELP_URL: 'https://meridian.example/help',
        LOGIN_ADDRESS_BURST: '1000',
        PASSWORD_MEMORY_KIB: '8192',
        ...env,
      },
      ...(database && { database }),
    });
    const online = await application(running, {
      redirectUris: [`${running.config.authUrl}/robots.txt`],
      clientName: 'Meridian Online',
    });
    return new Bank(running, await startBrowser(switches), online);
  }

  /** Where an application sends its users. */
  entrance(client = this.online, params: Record<string, string> = {}): string {
    return authorizeUrl(this.running, client, params).href;
  }

  address(path: string): string {
    return `${this.running.config.authUrl}${path}`;
  }

  async visitor(options: BrowserContextOptions = {}, browser = this.browser): Promise<Visitor> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    return this.visitorAt(context);
  }

  /** Somebody who opens a new tab in this browser. */
  async visitorAt(context: BrowserContext): Promise<Visitor> {
    const page = await context.newPage();
    return { context, page, complaints: complaintsOf(page, EXPECTED) };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.running.close();
  }
}

/** A refusal is a page too: Chromium complains of its status. */
const EXPECTED = /status of [45]/;
