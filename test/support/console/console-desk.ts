import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core';
import { commands } from '../../../src/cli/commands/index.js';
import type { CommandContext } from '../../../src/shared/observability/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { freePort } from '../program.js';
import { complaintsOf, PATIENCE_MS, startBrowser } from '../browser.js';
import { FirefoxAuthenticator } from '../firefox/firefox-authenticator.js';
import { startFirefox } from '../firefox/firefox.js';
import { NameServer } from '../name-server.js';
import { certificateFor } from '../named-server.js';
import { reachable } from '../relying-party.js';
import { SmtpReceiver } from '../smtp-receiver.js';
import { startTestApplication, type TestApplication } from '../application.js';
import { VirtualAuthenticator } from '../virtual-authenticator.js';
import { WebhookReceiver } from '../webhook-receiver.js';
import { quickly } from '../webhooks.js';

/** Lets a window use one person's passkeys. */
type Passkeys = (window: Page) => Promise<void>;

/** A browser engine, and how to give a context passkeys, for which Playwright has no common way. */
interface Engine {
  readonly browser: Browser;
  /** The settings of each context. Firefox takes some of them as preferences instead, and does not support others. */
  readonly settings?: BrowserContextOptions;
  readonly passkeys: (context: BrowserContext) => Passkeys;
}

const inChromium = async (): Promise<Engine> => ({
  browser: await startBrowser(),
  settings: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] },
  passkeys: (context) => {
    let first: VirtualAuthenticator | undefined;
    return async (window) => {
      if (first) await first.lendTo(context, window);
      else first = await VirtualAuthenticator.plugInto(context, window);
    };
  },
});

export async function inFirefox(): Promise<Engine> {
  const { browser, marionette } = await startFirefox();
  return {
    browser,
    passkeys: () => {
      const authenticator = new FirefoxAuthenticator(marionette);
      return () => authenticator.plugIn();
    },
  };
}

/** The host of the bank's server that receives webhooks. */
const CRM = 'crm.lanternfield.example';

/** The servers and the folder that a test needs before any operator arrives. */
interface Furniture {
  readonly mail: SmtpReceiver;
  readonly names: NameServer;
  readonly crm: WebhookReceiver;
  readonly folder: string;
}

/** Runs the console so that a real browser reaches it, with a mail server for invitations and the command line. */
export class ConsoleDesk {
  private constructor(
    readonly running: TestApplication,
    private readonly engine: Engine,
    private readonly furniture: Furniture,
  ) {}

  static async open(start: () => Promise<Engine> = inChromium): Promise<ConsoleDesk> {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-desk-'));
    const authority = join(folder, 'crm.pem');
    const [mail, names, crm] = await Promise.all([
      SmtpReceiver.start(),
      NameServer.start((name) => (name === CRM ? '127.0.0.1' : undefined)),
      certificateFor(CRM, authority).then((certificate) => WebhookReceiver.startTls(CRM, certificate)),
    ]);
    const port = String(await freePort());
    const env = {
      ...(await reachable()),
      CONSOLE_PORT: port,
      CONSOLE_URL: `http://localhost:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Countersign <no-reply@bank.example>',
      DNS_SERVERS: names.address,
      OUTBOUND_CA_FILE: authority,
      IDV_REVIEW_FOUR_EYES: 'true',
      CLIENT_REGISTRATION: 'true',
    };
    const [running, engine] = await Promise.all([startTestApplication({ env, providers: [quickly] }), start()]);
    return new ConsoleDesk(running, engine, { mail, names, crm, folder });
  }

  /** The bank's server that receives webhooks. */
  get crm(): WebhookReceiver {
    return this.furniture.crm;
  }

  address(path = '/'): string {
    return `${this.running.config.consoleUrl}${path}`;
  }

  /** Runs `operator create`, and returns the link that it prints. */
  async linkByCommand(email: string, role: string): Promise<string> {
    const lines: string[] = [];
    const context = {
      options: { email, role, 'first-name': 'Maren', 'last-name': 'Solheim' },
      application: () => Promise.resolve(this.running.app),
      print: (line = '') => lines.push(line),
    };
    const command = await commands['operator create']?.();
    await command?.run(context as unknown as CommandContext);
    return lines.join('');
  }

  /** Returns the link in the newest mail to this address. */
  async linkByMail(emailId: string): Promise<string> {
    const mails = await this.furniture.mail.received(1);
    const raw = mails.findLast(({ to }) => to.includes(emailId))?.raw ?? '';
    return /http\S+\/welcome\?\S+/.exec(raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='))?.[0] ?? `none in ${raw}`;
  }

  async seat(): Promise<Seat> {
    const context = await this.engine.browser.newContext({
      viewport: WIDE,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...this.engine.settings,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    return new Seat(this, context, await context.newPage(), this.engine.passkeys(context));
  }

  /** Makes all passkey proofs six minutes old, so that operators must show their passkeys again. */
  async agePasskeys(): Promise<void> {
    await this.running.app
      .get(Database)
      .rows(`UPDATE operators.console_session SET passkey_at = passkey_at - interval '6 minutes'`);
  }

  /** Makes all invitations two days old. Until then, whoever invites and whoever is invited may be one person. */
  async ageInvitations(): Promise<void> {
    await this.running.app
      .get(Database)
      .rows(`UPDATE operators.invitation SET invited_at = invited_at - interval '2 days'`);
  }

  async close(): Promise<void> {
    const { mail, names, crm, folder } = this.furniture;
    await this.engine.browser.close();
    await this.running.close();
    await Promise.all([mail.close(), names.close(), crm.close()]);
    rmSync(folder, { recursive: true });
  }
}

/** Waits so long before using a passkey that a page which does not wait for the user has already gone wrong. */
const PERSON_LOOKS_MS = 1_500;

export const WIDE = { width: 1360, height: 900 };

/** An operator at a browser with a passkey. Stores all answers that the browser gets. */
export class Seat {
  readonly complaints: string[];
  readonly #answers: Promise<string>[] = [];

  constructor(
    private readonly desk: ConsoleDesk,
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly passkeys: Passkeys,
  ) {
    this.complaints = complaintsOf(page, EXPECTED);
    context.on('response', (response) => {
      if (isOfConsole(response, desk.address(''))) this.#answers.push(textOf(response));
    });
  }

  /** Opens the link and makes a passkey on the way to the overview. */
  async activate(link: string): Promise<void> {
    await this.page.bringToFront(); // Firefox makes no passkey in a window that is in the background
    await this.passkeys(this.page);
    await this.page.goto(link);
    await this.page.getByRole('button', { name: /passkey/i }).click();
    await this.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  }

  /**
   * Does something that opens the window for a fresh passkey, and uses the passkey there. The window may close by
   * itself before that.
   */
  async withPasskey(act: () => Promise<void>): Promise<void> {
    const [window] = await Promise.all([this.context.waitForEvent('page'), act()]);
    const closed = window.isClosed() ? Promise.resolve() : window.waitForEvent('close');
    const failure: unknown = await this.#usePasskey(window).catch((error: unknown) => error);
    await closed.catch((late: unknown) => Promise.reject((failure ?? late) as Error));
  }

  async #usePasskey(window: Page): Promise<void> {
    await window.waitForURL(/interaction/);
    await window.waitForTimeout(PERSON_LOOKS_MS);
    await this.passkeys(window);
    await window.bringToFront();
    await window.getByRole('button', { name: /passkey/i }).click();
  }

  async visit(path: string, heading: string | RegExp): Promise<void> {
    await this.page.bringToFront();
    await this.page.goto(this.desk.address(path));
    await this.reads(heading);
  }

  async reads(heading: string | RegExp): Promise<void> {
    await this.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await this.calm();
  }

  /** Waits until nothing is loading and no placeholder is shown. */
  async calm(): Promise<void> {
    await this.page.locator('.skeleton, .stale').first().waitFor({ state: 'detached' });
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).first().click();
  }

  /** All answers of the console to this browser, headers and bodies, to search them for secrets. */
  answers(): Promise<string[]> {
    return Promise.all(this.#answers);
  }
}

/**
 * Browser messages that are no failure: Chromium logs the status of a refused call, and Firefox requests an icon from
 * every page.
 */
const EXPECTED = /status of [45]|favicon\.ico/;

const isOfConsole = (response: Response, origin: string): boolean =>
  response.url().startsWith(`${origin}/`) && !response.url().startsWith(`${origin}/assets/`);

async function textOf(response: Response): Promise<string> {
  const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
  const body = isStream ? '' : await response.text().catch(() => ''); // a redirect has no body
  return `${response.url()}\n${JSON.stringify(response.headers())}\n${body}`;
}
