import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Throws } from '../../shared/http/index.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { ApiDocuments } from './api-documents.js';

/** Serves two files on every listener: its OpenAPI document and its `robots.txt`. */
@ApiExcludeController()
@WithoutToken('it describes what is public')
@Throws(KernelErrors.notFound)
@Controller()
export class SurfaceController {
  constructor(private readonly documents: ApiDocuments) {}

  @Get('openapi.json')
  openApi(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { surface } = request;
    if (!surface) throw KernelErrors.notFound();
    return this.documents.of(surface).send(request, response, 'json');
  }

  @Get('robots.txt')
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=86400')
  robots(): string {
    return 'User-agent: *\nDisallow: /\n';
  }
}
