import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { complain } from '../complain.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function demandChromium() {
  if (!existsSync(CHROMIUM)) complain(`There is no Chromium at ${CHROMIUM}: apt-get install chromium`);
}

export function startChromium() {
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

/** A user's browser, which fills in the forms of the service at `authUrl` and accepts its certificate. */
export class Visitor {
  static async arrive(browser, authUrl) {
    const visitor = new Visitor();
    visitor.authUrl = authUrl;
    visitor.context = await browser.newContext({ viewport: { width: 900, height: 560 }, ignoreHTTPSErrors: true });
    visitor.page = await visitor.context.newPage();
    return visitor;
  }

  get place() {
    return this.page.url();
  }

  open(url) {
    return this.page.goto(url);
  }

  async isAskedToSignIn() {
    return this.place.startsWith(this.authUrl) && (await this.page.locator('#password').isVisible());
  }

  /** Whether the last sign-in stopped at the application's callback, and opening `url` asks for a new sign-in. */
  async isStoppedAt(callback, url) {
    const stopped = this.place.startsWith(callback);
    await this.open(url);
    return stopped && this.isAskedToSignIn();
  }

  /** The target of the redirect with which `url` answers. The browser does not follow it. */
  async sentTo(url) {
    const answer = await this.context.request.get(url, { maxRedirects: 0 });
    return new URL(answer.headers()['location'], url);
  }

  /**
   * Follows redirects within the service. Returns the address of the redirect to the application, without loading it.
   */
  async answerFor(url) {
    let next = await this.sentTo(url);
    while (next.origin === this.authUrl) next = await this.sentTo(next.href);
    return next.href;
  }

  /** Opens an application's address, and gives consent if the service asks for it. */
  async consentTo(url) {
    await this.open(url);
    const allow = this.page.getByRole('button', { name: 'Allow', exact: true });
    if (await allow.isVisible()) await allow.click();
  }

  async activate(login, code, password) {
    await this.page.getByRole('link', { name: 'I have an activation code' }).click();
    await this.page.fill('#login', login);
    await this.page.fill('#activation_code', code);
    await this.page.fill('#new_password', password);
    await this.press('Activate and sign in');
  }

  async signIn(login, password) {
    await this.page.fill('#login', login);
    await this.page.fill('#password', password);
    await this.press('Sign in');
  }

  /** Approves the sign-in of a device that shows this address (RFC 8628). */
  async allowDevice(url) {
    await this.open(url);
    await this.press('Continue');
    await this.press('Yes, sign in');
    await this.page.getByText('Your device is signed in').waitFor();
  }

  /** Signs out on the account page of the service itself, not through an application. */
  async signOutThere() {
    await this.open(`${this.authUrl}/service/account/`);
    await this.press('Sign out');
  }

  async press(name) {
    await Promise.all([this.page.waitForNavigation(), this.page.getByRole('button', { name, exact: true }).click()]);
  }

  reads(selector) {
    return this.page.locator(selector).textContent({ timeout: 1_000 });
  }

  /** The JSON that an application answers to this browser, without opening a page. */
  async asks(url) {
    return (await this.context.request.get(url)).json();
  }

  forget(cookie) {
    return this.context.clearCookies({ name: cookie });
  }
}
