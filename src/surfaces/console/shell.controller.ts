import { Controller, Get, Header, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { consolePages, Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { CONSOLE_POLICY, shellPage } from './shell.page.js';

const below = consolePages.flatMap((page) => [page.slice(1), `${page.slice(1)}/{*rest}`]);

/** The document that all pages of the console run in. It holds nothing about anybody. */
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

/** People know the address of the management API, so it leads them to the console. */
@ApiExcludeController()
@WithoutToken('it only leads on')
@Throws(KernelErrors.notFound)
@Controller('console')
export class ConsoleAddressController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Another process may serve the console, so the setting decides and not the surfaces of this process. */
  @Get()
  leadOn(@Res() response: Response): void {
    response.redirect(302, `${this.config.consoleUrl}/`);
  }
}
