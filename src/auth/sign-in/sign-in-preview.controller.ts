import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { AdministratorsOnly, Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { brandFrom, languageOf, PREVIEWS, PreviewQuery, sendPagePreview } from '../../shared/pages/index.js';
import { languages } from '../hosted-pages/words/languages.js';
import { loginView } from './views/login.view.js';

const NOWHERE = '#';

/** Shows a preview of the sign-in page with unsaved branding. */
@ApiExcludeController()
@Controller(PREVIEWS)
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class SignInPreviewController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('signIn')
  @Scopes('enterprises:read')
  show(@Query() query: PreviewQuery, @Res() response: Response): void {
    const language = languageOf(languages, query.lang);
    const brand = brandFrom(this.config, query.name, query);
    const { words } = language;
    const main = loginView({
      words,
      brand,
      title: words.signIn,
      path: NOWHERE,
      csrf: '',
      login: '',
      mayActivate: true,
      isPreview: true,
    });
    sendPagePreview(response, { language, brand, title: words.signIn, main, path: NOWHERE }, languages);
  }
}
