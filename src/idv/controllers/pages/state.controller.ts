import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get, Query, Req, UseFilters, type BeforeApplicationShutdown } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { WithoutToken } from '../../../shared/http/bearer/principal.js';
import { Throws } from '../../../shared/http/problems/throws.decorator.js';
import { KernelErrors } from '../../../shared/kernel/errors.js';
import { IdvErrors } from '../../domain/idv.errors.js';
import { IdvBrowser, type Here } from './idv-browser.service.js';
import { IdvPageErrors } from './page-errors.js';
import { SessionPages } from './session-pages.service.js';

/** Proxies close connections that stay silent for longer. */
const LONGEST_MS = 20_000;
const EVERY_MS = 700;

interface State {
  /** The page shows itself anew when it has another one. */
  readonly version: string;
  readonly step?: string;
  readonly status?: string;
}

/** Where a page that waits learns that the session has changed. */
@ApiExcludeController()
@UseFilters(IdvPageErrors)
@Throws(IdvErrors.noSession, KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('a call of the page in the browser that holds the cookie of its session')
@Controller('IdvWebServer/session/state')
export class StateController implements BeforeApplicationShutdown {
  #isEnding = false;

  constructor(
    private readonly browser: IdvBrowser,
    private readonly pages: SessionPages,
  ) {}

  /** Answers when the version is another one, or after a while when it is not. */
  @Get()
  async state(@Query('version') version: unknown, @Req() request: Request): Promise<State> {
    const until = performance.now() + LONGEST_MS;
    for (;;) {
      const state = await this.#now(request);
      const isOver = this.#isEnding || request.destroyed || performance.now() > until;
      if (state.version !== version || isOver) return state;
      await pause(EVERY_MS);
    }
  }

  beforeApplicationShutdown(): void {
    this.#isEnding = true;
  }

  async #now(request: Request): Promise<State> {
    const here = await this.browser.here(request);
    if (!here) throw IdvErrors.noSession();
    return { version: await this.pages.versionOf(here), ...stepOf(here) };
  }
}

const stepOf = (here: Here): Pick<State, 'step' | 'status'> =>
  here.role === 'phone' ? {} : { step: here.session.step, status: here.session.status };
