import { Catch, Inject, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { domainErrorOf, ProblemFilter, problemHeaders } from '../http/index.js';
import { KernelErrors } from '../kernel/index.js';
import { EXPIRED, failureIn, type PageLink } from './message.view.js';
import { pageOwnerOf, PageSender } from './page-sender.service.js';
import { PAGES, type PagesOptions } from './pages-options.js';
import type { FrameWords } from './words/en.js';
import type { Language } from './words/languages.js';

/** Responds to errors on pages with an error page, or with a problem document if the request accepts JSON. */
@Catch()
export class PageErrors implements ExceptionFilter {
  readonly #log = new Logger(PageErrors.name);
  readonly #problems: ProblemFilter;

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(PAGES) private readonly options: PagesOptions<FrameWords>,
    private readonly pages: PageSender,
  ) {
    this.#problems = new ProblemFilter(config);
  }

  catch(caught: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<Request>(), http.getResponse<Response>()];
    const error = this.options.isExpired(caught) ? KernelErrors.brokenSyntax(EXPIRED) : caught;
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
    const { status } = error.kind.spec;
    if (status === 500) this.#log.error({ err: caught }, 'A page failed');
    const setting = await this.pages.settingFor(request);
    response.set(problemHeaders(error, request.headers));
    this.pages.send(request, response, status, {
      ...setting,
      ...failureIn(setting.language, error, {
        again: this.#pageOf(request),
        onward: this.#onward(request, setting.language),
      }),
      path: request.method === 'GET' ? request.path : undefined,
    });
  }

  /**
   * The link on an error page: to the application if it is known, otherwise to the start page of these pages, such as
   * the account page.
   */
  #onward(request: Request, { words }: Language): PageLink | undefined {
    const application = pageOwnerOf(request)?.application;
    return application === undefined
      ? this.options.start?.(words)
      : { url: application, text: words.backToApplication };
  }

  #pageOf({ method, originalUrl, path }: Request): string {
    return method === 'GET' ? originalUrl : this.options.pageOfForm(path);
  }
}
