import { Controller, Get, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { SessionWaits } from './session-waits.service.js';
import { IdvBrowser, type BrowserRole } from './idv-browser.service.js';
import { IdvPageErrors } from './page-errors.filter.js';
import { SessionPages } from './session-pages.service.js';

interface State {
  /** The current version of the page. If a browser shows another version, it reloads the page. */
  readonly version: string;
  readonly step?: string;
  readonly status?: string;
}

/** Tells an open page when its session has changed. The page calls this route repeatedly. */
@ApiExcludeController()
@UseFilters(IdvPageErrors)
@Throws(IdvErrors.noSession, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a call of the page in the browser that holds the cookie of its session')
@Controller('IdvWebServer/session/state')
export class StateController {
  constructor(
    private readonly browser: IdvBrowser,
    private readonly pages: SessionPages,
    private readonly waits: SessionWaits,
  ) {}

  /**
   * The page sends the version that it shows. If the current version differs, the response is immediate. Otherwise the
   * response comes when the version changes, or without a change when the wait has ended.
   */
  @Get()
  async state(
    @Query('version') version: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<State> {
    const wait = this.waits.begin(this.browser.secretOf(request) ?? '');
    response.once('close', wait.end);
    try {
      let here = await this.#here(request);
      let state = await this.#stateOf(here);
      while (state.version === version && (await wait.forChange(sessionIdOf(here)))) {
        here = await this.#here(request);
        state = await this.#stateOf(here);
      }
      return state;
    } finally {
      wait.end();
    }
  }

  async #here(request: Request): Promise<BrowserRole> {
    const here = await this.browser.roleOf(request);
    if (!here) throw IdvErrors.noSession();
    return here;
  }

  async #stateOf(here: BrowserRole): Promise<State> {
    return { version: await this.pages.versionOf(here), ...stepOf(here) };
  }
}

const sessionIdOf = (here: BrowserRole): string => (here.role === 'phone' ? here.sessionId : here.session.sessionId);

const stepOf = (here: BrowserRole): Pick<State, 'step' | 'status'> =>
  here.role === 'phone' ? {} : { step: here.session.step, status: here.session.status };
