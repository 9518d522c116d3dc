import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/http/bearer/scopes.decorator.js';
import { contentSecurityPolicy } from '../../shared/http/content-security-policy.js';
import { Throws } from '../../shared/http/problems/throws.decorator.js';
import { errorCatalogue } from '../../shared/kernel/errors.js';
import { html, type Html } from '../../shared/kernel/html.js';
import { KernelErrors } from '../../shared/kernel/kernel.errors.js';
import { surfaces, type Surface } from '../surfaces.js';
import { ApiDocuments } from './api-documents.js';
import { assets } from './assets.js';
import { docsPage } from './docs.page.js';
import { problemDetail, problemList } from './problems.page.js';

const HTML = 'text/html; charset=utf-8';
const A_WHILE = 'public, max-age=300';
const PAGE = contentSecurityPolicy({ 'style-src': ["'self'"], 'img-src': ["'self'"], 'form-action': ["'none'"] });

/** What integrators read: the API reference, and a page for each kind of error. */
@ApiExcludeController()
@WithoutToken('documents are public')
@Throws(KernelErrors.notFound)
@Controller('docs')
export class DocsController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly documents: ApiDocuments,
  ) {}

  @Get(['', 'api/:surface'])
  @Header('Content-Type', HTML)
  @Header('Cache-Control', A_WHILE)
  reference(@Res({ passthrough: true }) response: Response, @Param('surface') name = 'management'): string {
    if (!this.config.apiDocs) throw KernelErrors.notFound();
    const shown = documented(name);
    response.setHeader('Content-Security-Policy', referencePolicy(this.config));
    return docsPage({
      brandName: this.config.brandName,
      title: 'API',
      styles: ['swagger-ui.css', 'pages.css', 'reference.css'],
      scripts: ['swagger-ui-bundle.js', 'reference.js'],
      main: html`<nav class="surfaces" aria-label="APIs">${documentedSurfaces.map((one) => linkTo(one, shown))}</nav>
        <div id="reference" data-url="/docs/api/${shown.name}/openapi.json"></div>`,
    });
  }

  /** Each surface's document from one origin, so that the reference can show all of them. */
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
  @Header('Content-Security-Policy', PAGE)
  problems(): string {
    const { brandName } = this.config;
    return docsPage({ brandName, title: 'Errors', styles: ['pages.css'], main: problemList(errorCatalogue()) });
  }

  @Get('problems/:context/:word')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', A_WHILE)
  @Header('Content-Security-Policy', PAGE)
  problem(@Param('context') context: string, @Param('word') word: string): string {
    const { brandName, managementUrl } = this.config;
    const kind = errorCatalogue().find(({ code }) => code === `${context}/${word}`);
    if (!kind) throw KernelErrors.notFound();
    const main = problemDetail(kind, managementUrl);
    return docsPage({ brandName, title: kind.faces.title, styles: ['pages.css'], main });
  }

  @Get('assets/:name')
  async asset(@Param('name') name: string, @Res() response: Response): Promise<void> {
    const asset = assets.get(name);
    if (!asset) throw KernelErrors.notFound();
    const text = await asset.read();
    response.setHeader('Cache-Control', 'public, max-age=86400').type(asset.type).send(text);
  }
}

const documentedSurfaces = surfaces.filter(({ name }) => name !== 'ops');

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

/** The reference may ask the API itself, and get a token to do so. */
const referencePolicy = ({ authUrl, managementUrl }: Config): string =>
  contentSecurityPolicy({
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", managementUrl, authUrl],
    'form-action': ["'none'"],
  });
