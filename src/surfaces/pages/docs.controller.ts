import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/http/bearer/principal.js';
import type { Sources } from '../../shared/http/security-headers.js';
import { Throws } from '../../shared/http/problems/throws.decorator.js';
import { errorCatalogue, KernelErrors } from '../../shared/kernel/errors.js';
import { html, type Html } from '../../shared/kernel/html.js';
import { Brands } from '../../shared/pages/brand.js';
import { documentPage, documentPolicy, type DocumentPage } from '../../shared/pages/document.page.js';
import { surfaces, type Surface } from '../../shared/http/surfaces.js';
import { ApiDocuments } from './surface.controller.js';
import { problemDetail, problemList } from './problems.page.js';

const HTML = 'text/html; charset=utf-8';
const A_WHILE = 'public, max-age=300';

/** The documents for integrators: the API reference, and a page for each kind of error. */
@ApiExcludeController()
@WithoutToken('documents are public')
@Throws(KernelErrors.notFound)
@Controller('docs')
export class DocsController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly brands: Brands,
    private readonly documents: ApiDocuments,
  ) {}

  @Get(['', 'api/:surface'])
  @Header('Content-Type', HTML)
  @Header('Cache-Control', A_WHILE)
  reference(@Res({ passthrough: true }) response: Response, @Param('surface') name = 'management'): Promise<string> {
    if (!this.config.apiDocs) throw KernelErrors.notFound();
    const shown = documented(name);
    const main = html`<nav class="surfaces" aria-label="APIs">
        ${documentedSurfaces.map((one) => linkTo(one, shown))}
      </nav>
      <div id="reference" data-url="/docs/api/${shown.name}/openapi.json"></div>`;
    return this.#page(response, { title: 'API', main, at: '/docs', needs: 'reference' }, referenceSources(this.config));
  }

  /** The documents of all surfaces on one origin, so that the reference can show them. */
  @Get('api/:surface/openapi.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', A_WHILE)
  document(@Param('surface') surface: string): string {
    if (!this.config.apiDocs) throw KernelErrors.notFound();
    return this.documents.of(documented(surface));
  }

  @Get('problems')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', A_WHILE)
  problems(@Res({ passthrough: true }) response: Response): Promise<string> {
    return this.#page(response, { title: 'Errors', main: problemList(errorCatalogue()), at: '/docs/problems' });
  }

  @Get('problems/:context/:word')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', A_WHILE)
  problem(
    @Param('context') context: string,
    @Param('word') word: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const kind = errorCatalogue().find(({ code }) => code === `${context}/${word}`);
    if (!kind) throw KernelErrors.notFound();
    const main = problemDetail(kind, this.config.managementUrl);
    return this.#page(response, { title: kind.faces.title, main });
  }

  async #page(response: Response, page: Omit<DocumentPage, 'brand'>, sources?: Sources): Promise<string> {
    const brand = await this.brands.of(undefined);
    response.setHeader('Content-Security-Policy', documentPolicy(brand, sources));
    return documentPage({ brand, ...page });
  }
}

/** The reference calls the API and gets tokens. Swagger UI keeps its images in its style sheet. */
const referenceSources = ({ authUrl, managementUrl }: Config): Sources => ({
  'script-src': ["'self'"],
  'img-src': ['data:'],
  'connect-src': ["'self'", managementUrl, authUrl],
});
const documentedSurfaces = surfaces.filter(({ name }) => name !== 'ops' && name !== 'demo' && name !== 'console');

function documented(name: string): Surface {
  return documentedSurfaces.find((surface) => surface.name === name) ?? notDocumented();
}

function notDocumented(): never {
  throw KernelErrors.notFound();
}

const linkTo = ({ name, title }: Surface, shown: Surface): Html =>
  name === shown.name
    ? html`<a href="/docs/api/${name}" aria-current="page">${title}</a>`
    : html`<a href="/docs/api/${name}">${title}</a>`;
