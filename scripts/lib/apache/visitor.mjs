import { createHash, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { complain } from '../complain.mjs';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function demandChromium() {
  if (!existsSync(CHROMIUM)) complain(`There is no Chromium at ${CHROMIUM}: apt-get install chromium`);
}

/** A real Chromium, which trusts the key of one certificate beside the usual ones, and nothing else. */
export function startChromium(certFile) {
  const key = new X509Certificate(readFileSync(certFile)).publicKey.export({ type: 'spki', format: 'der' });
  const trusted = createHash('sha256').update(key).digest('base64');
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', `--ignore-certificate-errors-spki-list=${trusted}`],
  });
}

/** Somebody with a browser of their own, who fills in the forms of the service at `authUrl`. */
export class Visitor {
  static async arrive(browser, authUrl, options = {}) {
    const visitor = new Visitor();
    visitor.authUrl = authUrl;
    visitor.context = await browser.newContext({ viewport: { width: 900, height: 560 }, ...options });
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

  /** Left where an application takes the service's answers, and asked to sign in when they come again. */
  async isStoppedAt(callback, url) {
    const stopped = this.place.startsWith(callback);
    await this.open(url);
    return stopped && this.isAskedToSignIn();
  }

  /** Where an address sends this browser, which does not go there. */
  async sentTo(url) {
    const answer = await this.context.request.get(url, { maxRedirects: 0 });
    return new URL(answer.headers()['location'], url);
  }

  /** The answer of the service to an application, which does not get it. */
  async answerFor(url) {
    let next = await this.sentTo(url);
    while (next.origin === this.authUrl) next = await this.sentTo(next.href);
    return next.href;
  }

  /** Follows an application to its end, with consent where it is asked for. */
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

  /** Lets a device in that shows this address (RFC 8628). */
  async allowDevice(url) {
    await this.open(url);
    await this.press('Continue');
    await this.press('Yes, sign in');
    await this.page.getByText('Your device is signed in').waitFor();
  }

  /** At the service, without any application. */
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

  /** What an application with an address answers to this browser, without showing it. */
  async asks(url) {
    return (await this.context.request.get(url)).json();
  }

  forget(cookie) {
    return this.context.clearCookies({ name: cookie });
  }
}
