import { Catch, type ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../shared/kernel/index.js';
import { PageErrors } from '../../shared/pages/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { SESSION } from './views/step.view.js';

/** Errors that the session's page explains to the user. The filter redirects the browser to that page. */
const SHOWN_ON_PAGE: ReadonlySet<unknown> = new Set([
  IdvErrors.noSession,
  IdvErrors.wrongStep,
  IdvErrors.finished,
  IdvErrors.expired,
  IdvErrors.statusRefused,
]);

/** Redirects the browser to the current step of the session if it submits a form too late or twice. */
@Catch()
export class IdvPageErrors extends PageErrors {
  override catch(caught: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const isForm = request.method === 'POST' && request.accepts(['json', 'html']) === 'html';
    if (isForm && caught instanceof DomainError && SHOWN_ON_PAGE.has(caught.kind)) response.redirect(303, SESSION);
    else super.catch(caught, host);
  }
}
