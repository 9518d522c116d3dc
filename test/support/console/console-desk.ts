import type { BrowserContext, Page, Response } from 'playwright-core';
import { operatorCreate } from '../../../src/operators/people/operator-create.command.js';
import type { CommandContext } from '../../../src/shared/observability/index.js';
import { freePort } from '../program.js';
import { complaintsOf, PATIENCE_MS, startBrowser } from '../browser.js';
import { reachable } from '../relying-party.js';
import { SmtpReceiver } from '../smtp-receiver.js';
import { startTestApplication, type TestApplication } from '../application.js';
import { VirtualAuthenticator } from '../virtual-authenticator.js';
import { quickly } from '../webhooks.js';

type Browser = Awaited<ReturnType<typeof startBrowser>>;

/** The console where a real browser reaches it, a mail server for invitations, and the command line beside it. */
export class ConsoleDesk {
  private constructor(
    readonly running: TestApplication,
    readonly mail: SmtpReceiver,
    private readonly browser: Browser,
  ) {}

  static async open(): Promise<ConsoleDesk> {
    const mail = await SmtpReceiver.start();
    const port = String(await freePort());
    const env = {
      ...(await reachable()),
      CONSOLE_PORT: port,
      CONSOLE_URL: `http://localhost:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Countersign <no-reply@bank.example>',
    };
    const [running, browser] = await Promise.all([startTestApplication({ env, providers: [quickly] }), startBrowser()]);
    return new ConsoleDesk(running, mail, browser);
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
    await operatorCreate.run(context as unknown as CommandContext);
    return lines.join('');
  }

  /** The link in the newest mail to somebody. */
  async linkByMail(emailId: string): Promise<string> {
    const mails = await this.mail.received(1);
    const raw = mails.findLast(({ to }) => to.includes(emailId))?.raw ?? '';
    return /http\S+\/welcome\?\S+/.exec(raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='))?.[0] ?? `none in ${raw}`;
  }

  async seat(): Promise<Seat> {
    const context = await this.browser.newContext({
      reducedMotion: 'reduce',
      viewport: WIDE,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    return new Seat(this, context, page, await VirtualAuthenticator.plugInto(context, page));
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.running.close();
    await this.mail.close();
  }
}

export const WIDE = { width: 1360, height: 900 };

/** An operator before a browser, who has a passkey there. All that the browser is answered is kept. */
export class Seat {
  readonly complaints: string[];
  readonly #answers: Promise<string>[] = [];

  constructor(
    private readonly desk: ConsoleDesk,
    readonly context: BrowserContext,
    readonly page: Page,
    readonly authenticator: VirtualAuthenticator,
  ) {
    this.complaints = complaintsOf(page, EXPECTED);
    context.on('response', (response) => {
      if (isOfConsole(response, desk.address(''))) this.#answers.push(textOf(response));
    });
  }

  /** From the link to the overview: a passkey is made on the way. */
  async activate(link: string): Promise<void> {
    await this.page.goto(link);
    await this.page.getByRole('button', { name: /passkey/i }).click();
    await this.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  }

  async visit(path: string, heading: string | RegExp): Promise<void> {
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

/** A refusal is an answer too: Chromium complains of its status. */
const EXPECTED = /status of [45]/;

const isOfConsole = (response: Response, origin: string): boolean =>
  response.url().startsWith(`${origin}/`) && !response.url().startsWith(`${origin}/assets/`);

async function textOf(response: Response): Promise<string> {
  const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
  const body = isStream ? '' : await response.text().catch(() => ''); // a redirect has none
  return `${response.url()}\n${JSON.stringify(response.headers())}\n${body}`;
}
