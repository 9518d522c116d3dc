import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { KernelErrors } from '../kernel/index.js';
import { BlindIndex } from '../security/index.js';
import { formOf } from './form.js';
import { PAGES, type PagesOptions } from './pages-options.js';

/**
 * Protects forms from CSRF: the browser must report that the form came from our own page, and the form must contain a
 * token bound to the cookie of the interaction or session. Scripts that send no form send the token as a header.
 */
@Injectable()
export class FormGuard {
  readonly #purpose: string;

  constructor(
    @Inject(PAGES) private readonly options: PagesOptions,
    private readonly index: BlindIndex,
  ) {
    this.#purpose = `${options.context}/form`;
  }

  tokenFor(boundTo: string): string {
    return this.index.hash(boundTo, this.#purpose);
  }

  check(request: Request, boundTo: string): void {
    const token = request.get('form-token') ?? formOf(request).text('csrf');
    if (!this.#isFromHere(request) || !this.index.matches(token, boundTo, this.#purpose))
      throw KernelErrors.forbidden();
  }

  /**
   * Checks the fetch metadata, or else the origin. Very old browsers send neither, and pages without a referrer send
   * `null` as their origin; then only the token protects.
   */
  #isFromHere(request: Request): boolean {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    if (site !== undefined) return site === 'same-origin';
    const { url, noReferrer } = this.options;
    return origin === undefined || origin === url || (noReferrer === true && origin === 'null');
  }
}
