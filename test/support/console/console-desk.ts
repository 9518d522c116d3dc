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

/** Lets a window use the passkeys of one person. */
type Passkeys = (window: Page) => Promise<void>;

/** A browser, with what the console needs of it beside Playwright. */
interface Engine {
  readonly browser: Browser;
  /** Of each context. Firefox takes them as preferences, or not at all. */
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

/** A server of the bank that is told of events. */
const CRM = 'crm.lanternfield.example';

/** What is there before anybody comes. */
interface Furniture {
  readonly mail: SmtpReceiver;
  readonly names: NameServer;
  readonly crm: WebhookReceiver;
  readonly folder: string;
}

/** The console where a real browser reaches it, a mail server for invitations, and the command line beside it. */
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

  /** Where the endpoint of the bank answers. */
  get crm(): WebhookReceiver {
    return this.furniture.crm;
  }

  address(path = '/'): string {
    return `${this.running.config.consoleUrl}${path}`;
  }

  /** What `operator create` prints. */
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

  /** The link in the newest mail to somebody. */
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

  /** As time would: whoever is to agree to something must show the passkey again. */
  async agePasskeys(): Promise<void> {
    await this.running.app
      .get(Database)
      .rows(`UPDATE operators.console_session SET passkey_at = passkey_at - interval '6 minutes'`);
  }

  async close(): Promise<void> {
    const { mail, names, crm, folder } = this.furniture;
    await this.engine.browser.close();
    await this.running.close();
    await Promise.all([mail.close(), names.close(), crm.close()]);
    rmSync(folder, { recursive: true });
  }
}

/** Long enough that a page which does not wait for people shows itself. */
const PERSON_LOOKS_MS = 1_500;

export const WIDE = { width: 1360, height: 900 };

/** An operator before a browser, who has a passkey there. All that the browser is answered is kept. */
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

  /** From the link to the overview: a passkey is made on the way. */
  async activate(link: string): Promise<void> {
    await this.page.bringToFront(); // Firefox makes no passkey in a window behind another
    await this.passkeys(this.page);
    await this.page.goto(link);
    await this.page.getByRole('button', { name: /passkey/i }).click();
    await this.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  }

  /** Does what asks for a fresh passkey. The window that opens may take it by itself, and be gone before it is asked. */
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

  /** Nothing is being read, and no grey bars are shown. */
  async calm(): Promise<void> {
    await this.page.locator('.skeleton, .stale').first().waitFor({ state: 'detached' });
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).first().click();
  }

  /** All that the console has answered this browser, headers and bodies. */
  answers(): Promise<string[]> {
    return Promise.all(this.#answers);
  }
}

/** A refusal is an answer too: Chromium complains of its status. Firefox asks each page for an icon that it has not named. */
const EXPECTED = /status of [45]|favicon\.ico/;

const isOfConsole = (response: Response, origin: string): boolean =>
  response.url().startsWith(`${origin}/`) && !response.url().startsWith(`${origin}/assets/`);

async function textOf(response: Response): Promise<string> {
  const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
  const body = isStream ? '' : await response.text().catch(() => ''); // a redirect has none
  return `${response.url()}\n${JSON.stringify(response.headers())}\n${body}`;
}
