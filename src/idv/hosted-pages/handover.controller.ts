import { Controller, Get, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors, newSecret } from '../../shared/kernel/index.js';
import { formOf, messageView, PageSender } from '../../shared/pages/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import type { Session } from '../sessions/session.entity.js';
import { AtStep, CurrentSession } from '../steps/session-step.guard.js';
import { Handovers } from '../handover/handovers.service.js';
import { Sessions } from '../steps/sessions.service.js';
import { IdvBrowser } from './idv-browser.service.js';
import { IdvPageErrors } from './page-errors.filter.js';
import { SessionPages } from './session-pages.service.js';
import { SESSION } from './views/step.view.js';
import type { Words } from './words/en.js';

const HANDOVER = '/IdvWebServer/handover';

/**
 * Hands a session over to a phone: the desktop offers it, the phone opens the link, and the user confirms the phone's
 * number on the desktop.
 */
@ApiExcludeController()
@UseFilters(IdvPageErrors)
@Throws(KernelErrors.forbidden, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@Throws(IdvErrors.noSession, IdvErrors.wrongStep, IdvErrors.expired, IdvErrors.finished)
@WithoutToken('a page for the browser that holds the cookie of its session, or has its link')
@Controller('IdvWebServer')
export class HandoverController {
  constructor(
    private readonly browser: IdvBrowser,
    private readonly handovers: Handovers,
    private readonly sessions: Sessions,
    private readonly shown: SessionPages,
    private readonly pages: PageSender<Words>,
  ) {}

  @Post('session/handover')
  @AtStep()
  async offer(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    await this.sessions.setLanguage(session, (await this.pages.settingFor(request, session)).language.tag);
    await this.handovers.offer(session);
    response.redirect(303, SESSION);
  }

  @Post('session/handover/stay')
  @AtStep()
  async stay(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.browser.check(request);
    await this.handovers.withdraw(session);
    response.redirect(303, SESSION);
  }

  @Post('session/handover/confirm')
  @AtStep()
  async confirm(@CurrentSession() session: Session, @Req() request: Request, @Res() response: Response): Promise<void> {
    const secret = this.browser.check(request);
    const number = formOf(request).text('number').trim();
    if (await this.handovers.confirm(session, number)) response.redirect(303, SESSION);
    else await this.shown.show([request, response], { role: 'owner', session, secret }, { wrong: 'number' });
  }

  /**
   * Opens the link that the desktop shows, then redirects to the same page without the token, so that the address bar
   * no longer shows it.
   */
  @Get('handover')
  async open(@Query('token') token: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (typeof token === 'string') return this.#claim(token, request, response);
    const here = await this.browser.roleOf(request);
    if (here?.role === 'phone') return this.shown.show([request, response], here);
    if (here) {
      response.redirect(303, SESSION);
      return;
    }
    await this.#gone(request, response);
  }

  /**
   * Opens the handover link for this browser. If it is opened in the browser that offers it, that browser is redirected
   * to its session, and the link remains valid.
   */
  async #claim(token: string, request: Request, response: Response): Promise<void> {
    const here = await this.browser.roleOf(request);
    const sessionId = await this.handovers.sessionOf(token);
    if (here && here.role !== 'phone' && here.session.sessionId === sessionId) {
      response.redirect(303, SESSION);
      return;
    }
    const secret = newSecret();
    if (sessionId !== undefined && (await this.handovers.open(token, secret))) this.browser.remember(response, secret);
    response.redirect(303, HANDOVER);
  }

  async #gone(request: Request, response: Response): Promise<void> {
    const setting = await this.pages.settingFor(request);
    const { phoneGoneTitle: title, phoneGoneText: text } = setting.language.words;
    const main = messageView({ symbol: 'stop', title, text });
    this.pages.send(request, response, 404, { ...setting, title, main, path: HANDOVER });
  }
}
