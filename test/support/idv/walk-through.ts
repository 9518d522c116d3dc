import type { Page } from 'playwright-core';
import { PORTAL } from './verification-desk.js';

/** What a user does on the pages, whatever their language: a step each. */
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

  /** By the camera, which takes the picture itself. */
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

  /** The film takes a quarter of a minute, so its clock is wound on. */
  async takeSelfie(): Promise<void> {
    await this.page.clock.install();
    await this.film('form[action$="/opt-in"]');
  }

  /** Until that is there. The clock of the page has been installed. */
  async film(until: string, start = '[data-do=camera]'): Promise<void> {
    await this.page.click(start);
    await this.wind(until);
  }

  /** On and on, until that is there. */
  async wind(until: string): Promise<void> {
    const done = this.page.waitForSelector(until).then(() => 'done');
    while ((await Promise.race([done, this.page.clock.runFor(400)])) !== 'done');
  }

  /** Returns where the browser wants to go then. */
  async optIn(): Promise<string> {
    await this.at('opt-in');
    const leaving = this.leaving();
    await this.page.click('form[action$="/opt-in"] button[value=yes]');
    return leaving;
  }

  /** Where the browser goes when it leaves, as our answer says it. */
  async leaving(): Promise<string> {
    const request = await this.page.waitForRequest((one) => one.url().startsWith(PORTAL));
    const answer = await request.redirectedFrom()?.response();
    return (await answer?.headerValue('location')) ?? request.url();
  }

  /** The form of a step is there. */
  async at(form: string): Promise<void> {
    await this.page.waitForSelector(`form[action$="/${form}"]`);
  }

  /** All of it, with a passport from a file. */
  async toTheEnd(url: string, passport: Buffer): Promise<string> {
    await this.toSelfie(url, passport);
    await this.takeSelfie();
    return this.optIn();
  }

  /** As far as its page. */
  async toSelfie(url: string, passport: Buffer): Promise<void> {
    await this.start(url);
    await this.agree();
    await this.choose('passport');
    await this.upload({ name: 'passport.png', mimeType: 'image/png', buffer: passport });
    await this.confirm();
  }
}
