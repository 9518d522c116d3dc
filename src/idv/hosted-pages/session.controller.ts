import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { DomainError, KernelErrors } from '../../shared/kernel/index.js';
import { formOf } from '../../shared/pages/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { Session } from '../sessions/session.entity.js';
import { AtStep, CurrentSession } from '../steps/session-step.guard.js';
import { SessionSteps, type StepOutcome } from '../steps/session-steps.service.js';
import { SimulatedEndings } from '../steps/simulated-endings.service.js';
import { VendorNotifications } from '../vendor/vendor-notifications.service.js';
import { IdvBrowser } from './idv-browser.service.js';
import { IdvPageErrors } from './page-errors.filter.js';
import { SessionPages } from './session-pages.service.js';
import { SESSION } from './views/step.view.js';

const FORMS = ['consent', 'document', 'another', 'confirmation', 'other-way', 'opt-in', 'cancel', 'simulate'];

/** The pages of a session, for the browser that owns it, and their forms. */
@ApiExcludeController()
@UseFilters(IdvPageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@Throws(IdvErrors.noSession, IdvErrors.wrongStep, IdvErrors.expired, IdvErrors.finished, IdvErrors.statusRefused)
@WithoutToken('a page for the browser that holds the cookie of its session')
@Controller('IdvWebServer/session')
export class SessionController {
  constructor(
    private readonly browser: IdvBrowser,
    private readonly pages: SessionPages,
    private readonly steps: SessionSteps,
    private readonly endings: SimulatedEndings,
    private readonly news: VendorNotifications,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pages.show([request, response], await this.browser.roleOf(request));
  }

  /** The URL that the identity verification vendor sends users back to. */
  @Get('vendor')
  async fromVendor(@Req() request: Request, @Res() response: Response): Promise<void> {
    const here = await this.browser.roleOf(request);
    if (here?.role === 'owner') await this.news.pollNow(here.session);
    response.redirect(303, `${SESSION}?from=vendor`);
  }

  /**
   * Forms are sent with POST. If a browser opens the URL of a form with GET, it is redirected to the session's page.
   */
  @Get([...FORMS, 'handover', 'handover/*path'])
  back(@Res() response: Response): void {
    response.redirect(303, SESSION);
  }

  @Post('consent')
  @AtStep('consent')
  async consent(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    goOn(response, session, await this.steps.consent(session, formOf(request).text('agreed') === 'yes'));
  }

  @Post('document')
  @AtStep('document')
  async document(
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const secret = this.browser.check(request);
    const form = formOf(request);
    const choice = { type: form.text('type'), country: form.text('country') };
    try {
      goOn(response, session, await this.steps.chooseDocument(session, choice));
    } catch (error) {
      if (!(error instanceof DomainError && error.kind === IdvErrors.typeNotOffered)) throw error;
      await this.pages.show(
        [request, response],
        { role: 'owner', session, secret },
        { wrong: 'document', chosen: choice },
      );
    }
  }

  @Post('another')
  @AtStep('front', 'back')
  async another(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    goOn(response, session, await this.steps.chooseAnother(session));
  }

  @Post('confirmation')
  @AtStep('confirm')
  async confirmation(
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.browser.check(request);
    const answer = formOf(request).text('answer') === 'confirm' ? 'confirm' : 'retake';
    goOn(response, session, await this.steps.confirmReading(session, answer));
  }

  @Post('other-way')
  @AtStep('selfie')
  async otherWay(
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.browser.check(request);
    goOn(response, session, await this.steps.needAnotherWay(session));
  }

  @Post('opt-in')
  @AtStep('optIn')
  async optIn(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    const form = formOf(request);
    const choice = { agreed: form.text('agreed') === 'yes', keepFace: form.text('keepFace') === 'yes' };
    goOn(response, session, await this.steps.optIn(session, choice));
  }

  @Post('cancel')
  @AtStep()
  async cancel(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    goOn(response, session, await this.steps.cancel(session));
  }

  @Post('simulate')
  @AtStep()
  async simulate(
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.browser.check(request);
    goOn(response, session, await this.endings.simulate(session));
  }
}

/**
 * Redirects the browser after a step: to the session's page or, after a successful verification, to the application. If
 * a session was handed over to a phone, the phone stays on the page, and the first browser goes to the application.
 */
function goOn(response: Response, { redirectUrl, followerHash }: Session, outcome: StepOutcome): void {
  const isVerified = 'final' in outcome && outcome.final === 'VERIFIED';
  response.redirect(303, isVerified && followerHash === null ? redirectUrl : SESSION);
}
