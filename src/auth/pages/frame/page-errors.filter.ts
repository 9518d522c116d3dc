import { Catch, Inject, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errors } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import { domainErrorOf } from '../../../shared/http/problems/domain-error-of.js';
import { problemHeaders } from '../../../shared/http/problems/problem-headers.js';
import { ProblemFilter } from '../../../shared/http/problems/problem.filter.js';
import { KernelErrors } from '../../../shared/kernel/kernel.errors.js';
import { currentContext } from '../../../shared/kernel/request-context.js';
import { messageView, type MessageView } from '../views/message.view.js';
import type { Words } from '../words/en.js';
import { PageSender } from './page-sender.service.js';

/** What goes wrong on a page is a page, too; whoever asks for JSON gets a problem. */
@Catch()
export class PageErrors implements ExceptionFilter {
  readonly #log = new Logger(PageErrors.name);
  readonly #problems: ProblemFilter;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly pages: PageSender,
  ) {
    this.#problems = new ProblemFilter(config);
  }

  catch(caught: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const error = caught instanceof errors.SessionNotFound ? KernelErrors.brokenSyntax(EXPIRED) : caught;
    if (response.headersSent || request.accepts(['json', 'html']) === 'json') {
      this.#problems.answer(error, request, response);
    } else {
      this.#answer(error, request, response).catch((failed: unknown) =>
        this.#problems.answer(failed, request, response),
      );
    }
  }

  async #answer(caught: unknown, request: Request, response: Response): Promise<void> {
    const error = domainErrorOf(caught);
    const { status } = error.kind.faces;
    if (status === 500) this.#log.error({ err: caught }, 'A page failed');
    const setting = await this.pages.settingFor(request);
    const message = messageFor(error.detail === EXPIRED ? 'expired' : status, setting.language.words);
    const traceId = currentContext()?.traceId;
    const details = { title: setting.language.words.supportDetails, lines: [error.kind.code, traceId ?? ''] };
    response.set(problemHeaders(error, request.headers));
    this.pages.send(request, response, status, {
      ...setting,
      title: message.title,
      main: messageView({ ...message, details }),
    });
  }
}

const EXPIRED = 'The page has expired';

function messageFor(what: number | 'expired', words: Words): MessageView {
  if (what === 'expired') return { title: words.expiredTitle, text: words.expiredText };
  if (what === 403) return { title: words.expiredTitle, text: words.forgedText };
  if (what === 404 || what === 405) return { title: words.notFoundTitle, text: words.notFoundText };
  if (what === 429) return { title: words.tooManyTitle, text: words.tooManyText };
  if (what === 503) return { title: words.tooManyTitle, text: words.busyText };
  return { title: words.errorTitle, text: words.errorServer };
}
