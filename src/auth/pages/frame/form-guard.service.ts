import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../../config.js';
import { KernelErrors } from '../../../shared/kernel/kernel.errors.js';
import { BlindIndex } from '../../../shared/security/sealing/blind-index.js';
import { formOf } from './form.js';

const PURPOSE = 'auth/form';

/**
 * Lets only our own pages send our forms: the browser says where a form came from, and the form carries a token for
 * the one interaction or session whose cookie comes with it.
 */
@Injectable()
export class FormGuard {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly index: BlindIndex,
  ) {}

  tokenFor(boundTo: string): string {
    return this.index.hash(boundTo, PURPOSE);
  }

  check(request: Request, boundTo: string): void {
    const token = formOf(request).text('csrf');
    if (!this.#isFromHere(request) || !this.index.matches(token, boundTo, PURPOSE)) throw KernelErrors.forbidden();
  }

  /** Fetch metadata where the browser sends it, else the origin. Neither: no browser of these days, the token decides. */
  #isFromHere(request: Request): boolean {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    if (site !== undefined) return site === 'same-origin';
    return origin === undefined || origin === this.config.authUrl;
  }
}
