import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { consolePages, Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { CONSOLE_POLICY, shellPage } from './shell.page.js';

const below = consolePages.flatMap((page) => [page.slice(1), `${page.slice(1)}/{*rest}`]);

/** Serves the HTML document in which all pages of the console run. It contains no data. */
@ApiExcludeController()
@WithoutToken('it is the same for everybody, signed in or not')
@Throws(KernelErrors.notFound)
@Controller()
export class ShellController {
  readonly #page: string;

  constructor(@Inject(CONFIG) { brandName, managementUrl, surfaces }: Config) {
    this.#page = surfaces.includes('console')
      ? shellPage(brandName, `${managementUrl}/docs/guide/operators/console`)
      : '';
  }

  @Get(['console/home', ...below])
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', CONSOLE_POLICY)
  page(): string {
    return this.#page;
  }
}

/** Redirects `/console` on the management API to the console, because people know the address of the API. */
@ApiExcludeController()
@WithoutToken('it only leads on')
@Throws(KernelErrors.notFound)
@Controller('console')
export class ConsoleAddressController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Redirects to the configured URL, because another process may serve the console. */
  @Get()
  leadOn(@Res() response: Response): void {
    response.redirect(302, `${this.config.consoleUrl}/`);
  }
}
