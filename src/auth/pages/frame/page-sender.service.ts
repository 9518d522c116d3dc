import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../../config.js';
import type { Client } from '../../entities/client.entity.js';
import { languages, type Language } from '../words/languages.js';
import { Brands } from './brands.service.js';
import { cookieName, cookieOf, setCookie } from './cookies.js';
import { headersOf, pageHtml, type Brand, type Page } from './page.js';
import { spokenTo } from './speech.js';

/** For whom a page is made: in which language, and in whose colours. */
export interface Setting {
  readonly language: Language;
  readonly brand: Brand;
}

const LANGUAGE_DAYS = 365;

@Injectable()
export class PageSender {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly brands: Brands,
  ) {}

  async settingFor(request: Request, client?: Pick<Client, 'enterpriseId'>, uiLocales?: unknown): Promise<Setting> {
    const brand = await this.brands.of(client?.enterpriseId);
    return { language: this.#chosenNow(request) ?? spokenTo(request, this.config, uiLocales), brand };
  }

  send(request: Request, response: Response, status: number, page: Page): void {
    const chosen = this.#chosenNow(request);
    if (chosen) setCookie(response, this.config, cookieName(this.config, 'language'), chosen.tag, LANGUAGE_DAYS);
    response.status(status).set(headersOf(page)).send(pageHtml(page));
  }

  cookie(request: Request, name: 'known' | 'account'): string | undefined {
    return cookieOf(request, cookieName(this.config, name));
  }

  setCookie(response: Response, name: 'known' | 'account', value: string, days: number): void {
    setCookie(response, this.config, cookieName(this.config, name), value, days);
  }

  #chosenNow({ query }: Request): Language | undefined {
    return languages.find(({ tag }) => tag === query['lang']);
  }
}
