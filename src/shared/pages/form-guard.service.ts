import express, { type Request, type RequestHandler } from 'express';
import { Inject, Injectable } from '@nestjs/common';
import { KernelErrors } from '../kernel/index.js';
import { BlindIndex } from '../security/index.js';
import { PAGES, type PagesOptions } from './pages-options.js';

/** Parses URL-encoded forms. Bodies of other types are not read, so routes see empty fields. */
export const formBody: RequestHandler = express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 40 });

/** Maximum length of a field: longer than any real input. */
const LONGEST = 20_000;

export interface Form {
  /** Returns the text of a field. Empty if the field is missing, too long or sent twice, or if it contains NUL. */
  text(field: string): string;
}

export const formOf = ({ body }: Request): Form => fieldsOf(body);

export function fieldsOf(source: unknown): Form {
  const fields = typeof source === 'object' && source !== null ? (source as Readonly<Record<string, unknown>>) : {};
  return {
    text: (field) => {
      const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
      return typeof value === 'string' && value.length <= LONGEST && !value.includes('\0') ? value : '';
    },
  };
}

/**
 * Protects forms from CSRF: the browser must report that the form came from our own page, and the form must contain a
 * token bound to the cookie of the interaction or session. Scripts that send no form send the token in the header
 * `Form-Token`.
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
   * Checks the fetch metadata headers or, if they are missing, the Origin header. Very old browsers send neither, and
   * pages without a referrer send `null` as their origin. In these cases, only the token protects the form.
   */
  #isFromHere(request: Request): boolean {
    const site = request.get('sec-fetch-site');
    const origin = request.get('origin');
    if (site !== undefined) return site === 'same-origin';
    const { url, noReferrer } = this.options;
    return origin === undefined || origin === url || (noReferrer === true && origin === 'null');
  }
}
