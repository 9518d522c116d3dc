import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { WithoutToken } from '../../shared/http/bearer/scopes.decorator.js';
import { Throws } from '../../shared/http/problems/throws.decorator.js';
import { KernelErrors } from '../../shared/kernel/kernel.errors.js';
import { assets, ASSETS_VERSION, type Asset } from './assets/assets.js';
import { BRAND_COLOR, brandMark, brandSheet } from './frame/brand.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
/** Of another release: while processes are replaced one by one, a page may come from one and its style from another. */
const FOR_NOW = 'no-cache';

/** What the hosted pages load. Nothing comes from anywhere else, but logos. */
@ApiExcludeController()
@Throws(KernelErrors.notFound)
@WithoutToken('styles and scripts are public')
@Controller('service/assets')
export class AssetsController {
  @Get(':version/brand-:color.css')
  brand(@Param('version') version: string, @Param('color') color: string, @Res() response: Response): void {
    send(response, version, { type: 'css', text: brandSheet(colorOf(color)) });
  }

  @Get(':version/mark-:color.svg')
  mark(@Param('version') version: string, @Param('color') color: string, @Res() response: Response): void {
    send(response, version, { type: 'svg', text: brandMark(colorOf(color)) });
  }

  @Get(':version/:name')
  asset(@Param('version') version: string, @Param('name') name: string, @Res() response: Response): void {
    const asset = assets.get(name);
    if (!asset) throw KernelErrors.notFound();
    send(response, version, asset);
  }
}

function send(response: Response, version: string, { type, text }: Asset): void {
  response.setHeader('Cache-Control', version === ASSETS_VERSION ? FOR_EVER : FOR_NOW);
  response.type(type).send(text);
}

function colorOf(hex: string): string {
  const color = `#${hex}`;
  if (!BRAND_COLOR.test(color)) throw KernelErrors.notFound();
  return color;
}
