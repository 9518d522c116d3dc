import { Inject, Injectable, type INestApplication } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { openApiOf } from '../../openapi.js';
import type { Surface, SurfaceName } from '../../shared/http/surfaces.js';

/** The API documents as they are sent: each made when it is first asked for, then kept. */
@Injectable()
export class ApiDocuments {
  readonly #made = new Map<SurfaceName, string>();
  #app: INestApplication | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Nest describes a whole application only to who holds it. */
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
