import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../../shared/auth-guard/index.js';
import { Throws } from '../../../shared/http/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { formOf } from '../../../shared/pages/index.js';
import { ChipSteps } from '../../chips/chip-steps.service.js';
import { VirtualPassports } from '../../chips/virtual/virtual-passports.service.js';
import { IdvErrors } from '../../contract/idv.errors.js';
import type { Session } from '../../sessions/session.entity.js';
import { AtStep, CurrentSession } from '../../steps/session-step.guard.js';
import { IdvBrowser } from '../idv-browser.service.js';
import { IdvPageErrors } from '../page-errors.filter.js';
import { SESSION } from '../views/step.view.js';

/** Handles the forms of the page that waits for the app that reads the chip. */
@ApiExcludeController()
@UseFilters(IdvPageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.notFound, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@Throws(IdvErrors.noSession, IdvErrors.wrongStep, IdvErrors.expired, IdvErrors.finished, IdvErrors.statusRefused)
@WithoutToken('a page for the browser that holds the cookie of its session')
@Controller('IdvWebServer/session/chip')
export class ChipController {
  constructor(
    private readonly browser: IdvBrowser,
    private readonly steps: ChipSteps,
    private readonly virtual: VirtualPassports,
  ) {}

  /**
   * Forms are sent with POST. If a browser opens the URL of a form with GET, it is redirected to the session's page.
   */
  @Get(['', '*path'])
  back(@Res() response: Response): void {
    response.redirect(303, SESSION);
  }

  @Post()
  @AtStep('chip')
  async again(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    await this.steps.beginAgain(session);
    response.redirect(303, SESSION);
  }

  @Post('page')
  @AtStep('chip')
  async page(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    await this.steps.photographAgain(session);
    response.redirect(303, SESSION);
  }

  @Post('without')
  @AtStep('chip')
  async without(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    await this.steps.goWithout(session);
    response.redirect(303, SESSION);
  }

  /** Simulates the app and a passport, in test mode only. */
  @Post('virtual')
  @AtStep('chip')
  async hold(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    await this.virtual.hold(session, formOf(request).text('passport') === 'copy' ? 'copy' : 'real');
    response.redirect(303, SESSION);
  }
}
