import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';

export interface Asset {
  readonly type: 'css' | 'js' | 'svg';
  readonly text: string;
}

/** The package names only its entry for programs; what browsers load stands beside it. */
const WEBAUTHN = join(
  createRequire(import.meta.url).resolve('@simplewebauthn/browser'),
  '../../dist/bundle/index.umd.min.js',
);

export const assets: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  ['pages.css', { type: 'css', text: STYLE }],
  ['pages.js', { type: 'js', text: SCRIPT }],
  ['webauthn.js', { type: 'js', text: readFileSync(WEBAUTHN, 'utf8') }],
]);

/** Stands in every address: what an address shows never changes, and may be kept for ever. */
export const ASSETS_VERSION = createHash('sha256')
  .update(JSON.stringify([...assets]))
  .digest('hex')
  .slice(0, 12);

export const assetUrl = (name: string): string => `/service/assets/${ASSETS_VERSION}/${name}`;
