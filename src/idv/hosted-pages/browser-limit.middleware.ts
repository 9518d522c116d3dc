import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { enforceLimit } from '../../shared/http/index.js';
import { type RateLimiter, SharedLimits } from '../../shared/security/index.js';
import { secretDigest } from '../../shared/kernel/index.js';
import { IdvBrowser } from './idv-browser.service.js';

/**
 * The rate limit of one browser. It is high enough for a challenge, which sends two pictures a second, and for loading
 * a page with its files, which takes about ten requests.
 */
export const BROWSER_POLICY = { name: 'idv-browser', perSecond: 10, burst: 200 };

/**
 * Limits the rate of requests of each browser that has a session. The limits per IP address are not enough: behind a
 * proxy that hides the addresses, they apply to all browsers together.
 */
@Injectable()
export class BrowserLimit implements NestMiddleware {
  readonly #perBrowser: RateLimiter;

  constructor(
    private readonly browser: IdvBrowser,
    limits: SharedLimits,
  ) {
    this.#perBrowser = limits.limiter(BROWSER_POLICY);
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const secret = this.browser.secretOf(request);
    if (secret === undefined) next();
    else enforceLimit(this.#perBrowser, secretDigest(secret), response, false).then(() => next(), next);
  }
}
