import type { Page } from 'playwright-core';
import { PORTAL } from './verification-desk.js';

/** The steps of a user on the verification pages, in any language. */
export class WalkThrough {
  constructor(readonly page: Page) {}

  async start(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.click('form[action$="/start"] button');
    await this.at('consent');
  }

  async agree(): Promise<void> {
    await this.page.click('form[action$="/consent"] button[value=yes]');
    await this.at('document');
  }

  async choose(type: string, country = 'DEU'): Promise<void> {
    await this.page.selectOption('#country', country);
    await this.page.click(`button[value=${type}]`);
    await this.page.waitForSelector('[data-capture=document]');
  }

  /** Lets the camera take the picture by itself. */
  async photograph(): Promise<void> {
    await this.page.click('[data-do=camera]');
    await this.send();
  }

  async upload(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.locator('[data-in=choose] input[type=file]').setInputFiles(file);
    await this.send();
  }

  async send(): Promise<void> {
    await this.page.locator('[data-preview] canvas').waitFor();
    await this.page.click('[data-in=preview] [data-do=send]');
  }

  async confirm(): Promise<void> {
    await this.at('confirmation');
    await this.page.click('button[value=confirm]');
    await this.page.waitForSelector('[data-capture=selfie]');
  }

  /** Records the selfie. The film lasts 15 seconds, so the page's clock is advanced. */
  async takeSelfie(): Promise<void> {
    await this.page.clock.install();
    await this.film('form[action$="/opt-in"]');
  }

  /** Starts a film, and advances the page's clock, which must be installed, until the selector `until` appears. */
  async film(until: string, start = '[data-do=camera]'): Promise<void> {
    await this.page.click(start);
    await this.wind(until);
  }

  /** Advances the page's clock until the selector appears. */
  async wind(until: string): Promise<void> {
    const done = this.page.waitForSelector(until).then(() => 'done');
    while ((await Promise.race([done, this.page.clock.runFor(400)])) !== 'done');
  }

  /** Agrees, and returns the address to which the browser leaves. */
  async optIn(): Promise<string> {
    await this.at('opt-in');
    const leaving = this.leaving();
    await this.page.click('form[action$="/opt-in"] button[value=yes]');
    return leaving;
  }

  /** Waits until the browser leaves for the portal, and returns the address in our redirect. */
  async leaving(): Promise<string> {
    const request = await this.page.waitForRequest((one) => one.url().startsWith(PORTAL));
    const answer = await request.redirectedFrom()?.response();
    return (await answer?.headerValue('location')) ?? request.url();
  }

  /** Waits for the form of a step. */
  async at(form: string): Promise<void> {
    await this.page.waitForSelector(`form[action$="/${form}"]`);
  }

  /** All steps from the start to the end, with a passport from a file. */
  async toTheEnd(url: string, passport: Buffer): Promise<string> {
    await this.toSelfie(url, passport);
    await this.takeSelfie();
    return this.optIn();
  }

  /** All steps up to the selfie page. */
  async toSelfie(url: string, passport: Buffer): Promise<void> {
    await this.start(url);
    await this.agree();
    await this.choose('passport');
    await this.upload({ name: 'passport.png', mimeType: 'image/png', buffer: passport });
    await this.confirm();
  }
}
