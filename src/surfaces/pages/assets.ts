import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { MARK } from './assets/mark.js';
import { PAGES_STYLE } from './assets/pages-style.js';
import { REFERENCE_SCRIPT } from './assets/reference-script.js';
import { REFERENCE_STYLE } from './assets/reference-style.js';

export interface Asset {
  readonly type: string;
  read(): Promise<string>;
}

const SWAGGER_UI = join(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'), '..');

const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const ours = (type: string, text: string): Asset => ({ type, read: () => Promise.resolve(text) });
const swaggerUi = (type: string, name: string): Asset => ({
  type,
  read: () => readFile(join(SWAGGER_UI, name), 'utf8'),
});

/** All that the pages load. Nothing comes from anywhere else. */
export const assets: ReadonlyMap<string, Asset> = new Map([
  ['mark.svg', ours('image/svg+xml', MARK)],
  ['pages.css', ours(css, PAGES_STYLE)],
  ['reference.css', ours(css, REFERENCE_STYLE)],
  ['reference.js', ours(script, REFERENCE_SCRIPT)],
  ['swagger-ui.css', swaggerUi(css, 'swagger-ui.css')],
  ['swagger-ui-bundle.js', swaggerUi(script, 'swagger-ui-bundle.js')],
]);
