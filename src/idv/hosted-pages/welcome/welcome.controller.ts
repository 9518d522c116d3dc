import { Controller, Get, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { IdvErrors } from '../../contract/idv.errors.js';
import { IdvPageErrors } from '../page-errors.filter.js';
import { SESSION } from '../views/step.view.js';
import { WelcomePages } from './welcome-pages.service.js';

/** The page that a user opens with the link from the enterprise. */
@ApiExcludeController()
@UseFilters(IdvPageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable, IdvErrors.noSession)
@WithoutToken('a page for whoever has the link')
@Controller('IdvWebServer')
export class WelcomeController {
  constructor(private readonly pages: WelcomePages) {}

  @Get('idvRegistration.htm')
  welcome(@Query('token') token: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.pages.welcome([request, response], typeof token === 'string' ? token : '');
  }

  @Post('start')
  @Throws(IdvErrors.taken, IdvErrors.expired, IdvErrors.finished)
  start(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.pages.start([request, response]);
  }

  @Get('start')
  back(@Res() response: Response): void {
    response.redirect(303, SESSION);
  }
}
