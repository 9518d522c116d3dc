import type { BrowserContext, Page } from 'playwright-core';
import type { Bank, Visitor } from '../bank.js';

/** The pages of one site share a process, so what one of them has compiled, axe above all, serves the next. */
export const ONE_PROCESS = '--process-per-site';

const withOwnClock = new WeakSet<BrowserContext>();

/** Gives the page a clock that tests move. Its browser keeps that clock, and is shared with nobody else afterwards. */
export async function installClock(page: Page): Promise<void> {
  withOwnClock.add(page.context());
  await page.clock.install();
}

/**
 * A browser at which visitors come one after the other. It forgets each of them: the pages of the bank keep nothing but
 * cookies, and what ends with the tab.
 */
export class SharedBrowser {
  #context: BrowserContext | undefined;
  #tab: Page | undefined;

  constructor(
    private readonly bank: Bank,
    private readonly locale: string,
  ) {}

  async visitor(): Promise<Visitor> {
    await this.#tab?.close();
    if (this.#context && withOwnClock.has(this.#context)) await this.close();
    this.#context ??= await this.#open();
    await this.#context.clearCookies();
    const visitor = await this.bank.visitorAt(this.#context);
    this.#tab = visitor.page;
    return visitor;
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = undefined;
  }

  /** A first tab stays open, because a process ends with its last page. */
  async #open(): Promise<BrowserContext> {
    const { context, page } = await this.bank.visitor({ locale: this.locale });
    await page.goto(this.bank.address('/robots.txt'));
    return context;
  }
}
