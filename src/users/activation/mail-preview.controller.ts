import { Controller, Get, Inject, Query, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { AdministratorsOnly, Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { LETTER_PREVIEW, PREVIEWS, PreviewQuery, sendPreview } from '../../shared/pages/index.js';
import { activationMail } from './activation-mail.words.js';

/** A placeholder for the activation code, of the same length. */
const CODE = '••••••••••';

/** Shows a preview of the activation mail with an enterprise name that has not been saved yet. */
@ApiExcludeController()
@Controller(PREVIEWS)
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class MailPreviewController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get('mail')
  @Scopes('enterprises:read')
  show(@Query() { name, lang = 'en' }: PreviewQuery, @Res() response: Response): void {
    const { html } = activationMail({
      code: CODE,
      language: lang,
      firstName: null,
      enterprise: name,
      brand: this.config.brandName,
    });
    sendPreview(response, LETTER_PREVIEW, html);
  }
}
