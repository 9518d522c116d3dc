import { Controller, Get, Header, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { type Sources, type Surface, surfaces, Throws } from '../../shared/http/index.js';
import { errorCatalogue, KernelErrors } from '../../shared/kernel/index.js';
import { Brands, documentPage, type DocumentPage, documentPolicy } from '../../shared/pages/index.js';
import { ApiDocuments } from './api-documents.js';
import { problemDetail, problemList } from './problems.page.js';
import { referenceMain } from './reference.page.js';

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
    const main = referenceMain(shown, documentedSurfaces, this.documents.tagsOf(shown));
    return this.#page(response, { title: 'API', main, at: '/docs', needs: 'reference' }, referenceSources(this.config));
  }

  /**
   * Serves the OpenAPI document of any listener from this origin, because the reference page may fetch documents only
   * from its own origin. With `tag`, serves a part of the document.
   */
  @Get('api/:surface/openapi.json')
  document(
    @Param('surface') surface: string,
    @Query('tag') tag: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!this.config.apiDocs) throw KernelErrors.notFound();
    const shown = documented(surface);
    const text = typeof tag === 'string' ? this.documents.partOf(shown, tag) : this.documents.of(shown);
    if (!text) throw KernelErrors.notFound();
    return text.send(request, response, 'json');
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
    return this.#page(response, { title: kind.spec.title, main });
  }

  async #page(response: Response, page: Omit<DocumentPage, 'brand'>, sources?: Sources): Promise<string> {
    const brand = await this.brands.of(undefined);
    response.setHeader('Content-Security-Policy', documentPolicy(brand, sources));
    return documentPage({ brand, ...page });
  }
}

/**
 * The Content-Security-Policy of the reference page, which calls the API and the token endpoint. The style sheet of
 * Swagger UI contains images (`data:`).
 */
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
