import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Brands, type Brand } from './brand.js';
import { headersOf, pageHtml, type Page } from './page.js';
import { InlineAssets } from './inline-assets.js';
import { PAGES, type PagesOptions } from './pages-options.js';
import { WebAssets } from './web-assets.js';
import type { FrameWords } from './words/en.js';
import { acceptedLanguages, languageOf, type Language } from './words/languages.js';

/** The party that a page is for: a client, a user or a verification session. */
export interface PageOwner {
  readonly enterpriseId: string;
  /** The owner's language as a BCP 47 tag, if it takes precedence over the browser's. */
  readonly language?: string | null;
  /** The URL of the application that the user came from. */
  readonly application?: string | undefined;
}

const owners = new WeakMap<IncomingMessage, PageOwner>();

/**
 * Records who a request's pages are for. All its pages, including error pages, then use the owner's language and brand.
 */
export function setPageOwner(request: IncomingMessage, owner: PageOwner): void {
  owners.set(request, owner);
}

export const pageOwnerOf = (request: IncomingMessage): PageOwner | undefined => owners.get(request);

/** The settings of one page: its language and brand. */
export interface Setting<Words = FrameWords> {
  readonly language: Language<Words>;
  readonly brand: Brand;
}

const LANGUAGE_DAYS = 365;
const A_DAY = 86_400_000;

/** Sends the HTML pages of one context, such as `auth` or `idv`, and determines their language, brand and cookies. */
@Injectable()
export class PageSender<Words extends FrameWords = FrameWords> {
  readonly #assets: WebAssets | undefined;

  constructor(
    @Inject(PAGES) private readonly options: PagesOptions<Words>,
    private readonly brands: Brands,
  ) {
    this.#assets = options.assets === undefined ? undefined : new WebAssets(options.assets);
  }

  /** The language and brand of a page. `of` is the client or user that the page is for. */
  async settingFor(request: Request, of?: PageOwner, uiLocales?: unknown): Promise<Setting<Words>> {
    const owner = of ?? pageOwnerOf(request);
    const brand = await this.brands.of(owner?.enterpriseId);
    const wanted = uiLocales ?? owner?.language;
    return { language: this.#chosenNow(request) ?? this.languageFor(request, wanted), brand };
  }

  /**
   * The language that the user chose on a page, otherwise the one that the application requests, otherwise that of the
   * browser.
   */
  languageFor(request: IncomingMessage, uiLocales?: unknown): Language<Words> {
    const chosen = this.cookie(request, 'language');
    const requested = typeof uiLocales === 'string' ? uiLocales.split(' ') : [];
    return languageOf(
      this.options.languages,
      chosen,
      ...requested,
      ...acceptedLanguages(request.headers['accept-language']),
    );
  }

  send(request: Request, response: Response, status: number, page: Page): void {
    const chosen = this.#chosenNow(request);
    if (chosen) this.setCookie(response, 'language', chosen.tag, LANGUAGE_DAYS);
    const { headers, body } = this.render(page);
    response.status(status).set(headers).send(body);
  }

  render(page: Page): { headers: Readonly<Record<string, string>>; body: string } {
    if (!this.#assets) return this.#renderInline(page);
    return { headers: headersOf(page, this.options), body: pageHtml(page, this.#assets, this.options) };
  }

  /**
   * Renders a self-contained page with the brand's symbol instead of its logo, because such a page may load nothing.
   */
  #renderInline(page: Page): { headers: Readonly<Record<string, string>>; body: string } {
    const brand = { ...page.brand, logo: undefined };
    const assets = new InlineAssets(brand.color, { needs: this.options.needs });
    const headers = { ...headersOf(page, this.options), 'Content-Security-Policy': assets.policy };
    return { headers, body: pageHtml({ ...page, brand }, assets, this.options) };
  }

  cookie({ headers }: IncomingMessage, name: string): string | undefined {
    const start = `${this.#cookieName(name)}=`;
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
    return pairs.find((pair) => pair.startsWith(start))?.slice(start.length);
  }

  setCookie(response: Response, name: string, value: string, days: number): void {
    const lasting = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#isSecure } as const;
    response.cookie(this.#cookieName(name), value, { ...lasting, maxAge: days * A_DAY, encode: String });
  }

  /** Adds the prefix `__Host-` to the name of a cookie. Browsers accept the prefix only over TLS. */
  #cookieName(name: string): string {
    return `${this.#isSecure ? '__Host-' : ''}cs-${this.options.context}-${name}`;
  }

  get #isSecure(): boolean {
    return this.options.url.startsWith('https:');
  }

  #chosenNow({ query }: Request): Language<Words> | undefined {
    return this.options.languages.find(({ tag }) => tag === query['lang']);
  }
}
