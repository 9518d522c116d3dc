import { existsSync } from 'node:fs';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';

/** Ends what hangs: a busy machine may take a minute to show a page. */
export const PATIENCE_MS = 120_000;

/** `CHROMIUM` says where the browser is. */
export const DESKTOP_CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** The same engine without a desktop stands beside it in Debian, and opens a page in half the time. */
const HEADLESS_SHELL = `${DESKTOP_CHROMIUM}-headless-shell`;

/** A real browser. Only root needs the sandbox off, as in CI. */
export const startBrowser = (
  switches: readonly string[] = [],
  executablePath = existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : DESKTOP_CHROMIUM,
): Promise<Browser> =>
  chromium.launch({
    timeout: PATIENCE_MS,
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...switches,
    ],
  });

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/**
 * Follows a link of a page that has just come, and waits for where it leads: the page before may have fields of the same
 * name, which a test would fill while it goes. On a busy machine Chromium loses what the mouse does before a page is
 * painted for the first time.
 */
export async function follow(link: Locator): Promise<void> {
  const element = await link.elementHandle();
  const frame = await element.ownerFrame();
  if (!frame) throw new Error('The link stands in no frame.');
  const target: string = await element.evaluate(({ href }: any) => href);
  const arrival = frame.waitForURL(({ href }) => href === target);
  await Promise.all([arrival, element.evaluate((anchor: any) => anchor.click())]);
}

/** Sends the form of a field, as the Enter key does; in the frame of another process, that key may go elsewhere. */
export const sendFormOf = (field: Locator): Promise<void> =>
  field.evaluate(({ form }: any) => form.requestSubmit(form.querySelector('button:not([type=button])')));

/**
 * What a page complains of while it is open: scripts that fail, and whatever its own policy refuses; but not of what is
 * `expected`, nor of what it no longer waits for when it is left.
 */
export function complaintsOf(page: Page, expected?: RegExp): string[] {
  const complaints: string[] = [];
  const note = (complaint: string) => {
    if (!expected?.test(complaint) && !LEFT.test(complaint)) complaints.push(complaint);
  };
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(message.text());
  });
  page.on('requestfailed', (request) => note(`${request.url()} ${request.failure()?.errorText ?? ''}`));
  return complaints;
}

const LEFT = /net::ERR_ABORTED|NS_BINDING_ABORTED/;
