import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { WithoutToken } from '../../shared/http/bearer/scopes.decorator.js';
import { Throws } from '../../shared/http/problems/throws.decorator.js';
import { KernelErrors } from '../../shared/kernel/kernel.errors.js';
import { surfaceEnteredBy } from '../../shared/http/surfaces.js';
import { ApiDocuments } from './api-documents.js';

/** What every surface says about itself. */
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
    const surface = surfaceEnteredBy(request);
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
