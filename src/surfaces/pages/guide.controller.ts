import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { contentSecurityPolicy, Throws } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { type GuideFile, GuideFiles } from './guide-files.js';

const A_WHILE = 'public, max-age=300';

/** The content security policy of the guide. Scripts may fetch the search index, and no form can be sent. */
const POLICY = contentSecurityPolicy({
  'style-src': ["'self'"],
  'script-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'form-action': ["'none'"],
});

/** The guide for those who integrate and operate this service: pages that the build has made from `docs`. */
@ApiExcludeController()
@WithoutToken('the guide is public')
@Throws(KernelErrors.notFound)
@Controller('docs/guide')
export class GuideController {
  readonly #files = new GuideFiles();

  /**
   * Serves a file of the guide. If it does not exist, browsers get the guide's 404 page, and programs get a problem
   * document.
   */
  @Get(['', '{*path}'])
  page(@Param('path') path: readonly string[] | undefined, @Req() request: Request, @Res() response: Response): void {
    const found = this.#files.find(path?.join('/') ?? '');
    if (found) {
      send(request, response, found);
      return;
    }
    const missing = request.accepts(['json', 'html']) === 'html' ? this.#files.find('404') : undefined;
    if (!missing) throw KernelErrors.notFound();
    send(request, response.status(404), missing);
  }
}

function send(request: Request, response: Response, { type, isPage, encodings, read }: GuideFile): void {
  const wanted = [...encodings];
  const encoding = wanted.find((one) => one === request.acceptsEncodings(wanted)) ?? 'identity';
  if (wanted.length > 1) response.vary('Accept-Encoding');
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  if (isPage) response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Cache-Control', response.statusCode === 200 ? A_WHILE : 'no-cache');
  response.type(type).send(read(encoding));
}
