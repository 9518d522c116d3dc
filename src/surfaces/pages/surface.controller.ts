import { Inject, Injectable, type INestApplication, Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { openApiOf } from '../../openapi.js';
import { type Surface, type SurfaceName, Throws } from '../../shared/http/index.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';

/** The API documents. Each is made when it is first requested, then kept. */
@Injectable()
export class ApiDocuments {
  readonly #made = new Map<SurfaceName, string>();
  #app: INestApplication | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Nest can describe an application only from outside, so it is passed in. */
  describe(app: INestApplication): void {
    this.#app = app;
  }

  of(surface: Surface): string {
    const made = this.#made.get(surface.name);
    if (made !== undefined) return made;
    if (!this.#app) throw new Error('There is no application to describe yet');
    const document = JSON.stringify(openApiOf(this.#app, surface, this.config));
    this.#made.set(surface.name, document);
    return document;
  }
}

/** The documents that every surface serves about itself. */
@ApiExcludeController()
@WithoutToken('it describes what is public')
@Throws(KernelErrors.notFound)
@Controller()
export class SurfaceController {
  constructor(private readonly documents: ApiDocuments) {}

  @Get('openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=300')
  openApi(@Req() request: Request): string {
    const { surface } = request;
    if (!surface) throw KernelErrors.notFound();
    return this.documents.of(surface);
  }

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=86400')
  robots(): string {
    return 'User-agent: *\nDisallow: /\n';
  }
}
