import { Controller, Get, Param, Query, Req, Res, type Type } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WithoutToken } from '../auth-guard/index.js';
import { Throws } from '../http/index.js';
import { KernelErrors } from '../kernel/index.js';
import { BRAND_COLOR, brandMark, brandSheet } from './brand.js';
import { BRANDS_VERSION, builtAssets, encodings } from './web-assets.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
/**
 * The `Cache-Control` value for a file of this release that is sent although the request names the file of another
 * release. This happens during a rolling update, when a page and its styles come from different processes.
 */
const FOR_NOW = 'no-cache';

/**
 * Creates the controller that serves the scripts and styles of one surface (a listener with its own port) below `path`.
 * Each surface needs its own controller, because its pages may load nothing from other origins except logos.
 */
export function assetsControllerAt(path: string): Type {
  @ApiExcludeController()
  @WithoutToken('scripts and styles are public')
  @Throws(KernelErrors.notFound)
  @Controller(path)
  class AssetsController {
    /**
     * Read at startup, so that a missing build prevents the process from starting instead of failing the first request.
     */
    readonly #built = builtAssets();

    @Get('brand-:color.css')
    brand(@Param('color') color: string, @Query('v') version: unknown, @Res() response: Response): void {
      send(response, version === BRANDS_VERSION, 'css', brandSheet(colorOf(color)));
    }

    @Get('mark-:color.svg')
    mark(@Param('color') color: string, @Query('v') version: unknown, @Res() response: Response): void {
      send(response, version === BRANDS_VERSION, 'svg', brandMark(colorOf(color)));
    }

    @Get(':file')
    asset(@Param('file') name: string, @Req() request: Request, @Res() response: Response): void {
      const found = this.#built.find(name);
      if (!found) throw KernelErrors.notFound();
      if (name.endsWith('.jpg')) {
        send(response, found.current, 'jpg', this.#built.read(found.file, 'identity'));
        return;
      }
      const encoding = encodings.find((one) => one === request.acceptsEncodings(encodings)) ?? 'identity';
      response.vary('Accept-Encoding');
      if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
      send(response, found.current, name.endsWith('.css') ? 'css' : 'js', this.#built.read(found.file, encoding));
    }
  }
  return AssetsController;
}

function send(response: Response, current: boolean, type: string, content: string | Buffer): void {
  response.setHeader('Cache-Control', current ? FOR_EVER : FOR_NOW);
  response.type(type).send(content);
}

function colorOf(hex: string): string {
  const color = `#${hex}`;
  if (!BRAND_COLOR.test(color)) throw KernelErrors.notFound();
  return color;
}
