import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { AdministratorsOnly, Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { html } from '../../shared/kernel/index.js';
import {
  brandFrom,
  brandSign,
  headOf,
  languageOf,
  previewAssets,
  PREVIEWS,
  PreviewQuery,
  sendPreview,
} from '../../shared/pages/index.js';
import { languages } from './phone-app.words.js';

/** Shows a sample question as the app would display it, with unsaved branding. */
@ApiExcludeController()
@Controller(PREVIEWS)
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class PhonePreviewController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('phone')
  @Scopes('enterprises:read')
  show(@Query() query: PreviewQuery, @Res() response: Response): void {
    const { tag, direction, words } = languageOf(languages, query.lang);
    const brand = brandFrom(this.config, query.name, query);
    const assets = previewAssets(brand, 'app.css');
    const page = html`<!doctype html>
      <html lang="${tag}" dir="${direction}">
        <head>
          ${assets.policyElement} ${headOf(brand, words.sampleQuestion, assets)} ${assets.style('app.css')}
        </head>
        <body>
          <div class="app signed-in">
            <header class="top"><p class="brand">${brandSign(brand, assets)}</p></header>
            <main>
              <article class="question">
                <h1>${words.sampleQuestion}</h1>
                <div class="answers few pair">
                  <button type="button" class="accept">${words.sampleYes}</button>
                  <button type="button" class="quiet reject">${words.sampleNo}</button>
                </div>
              </article>
            </main>
          </div>
        </body>
      </html>`;
    sendPreview(response, assets.policy, page.text);
  }
}
