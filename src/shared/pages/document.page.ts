import { contentSecurityPolicy, type Sources } from '../http/security-headers.js';
import { html, type Html } from '../kernel/html.js';
import type { Brand } from './brand.js';
import { brandSign, headOf, originsOf } from './page.js';
import { WebAssets } from './web-assets.js';

/** Where the scripts and styles of the pages below `/docs` are. */
export const DOCUMENT_ASSETS = '/docs/assets';

const LINKS = [
  ['/docs', 'API'],
  ['/docs/problems', 'Errors'],
  ['/openapi.json', 'OpenAPI'],
] as const;

export interface DocumentPage {
  readonly brand: Brand;
  readonly title: string;
  readonly main: Html;
  /** Where it stands among the links at the top. */
  readonly at?: (typeof LINKS)[number][0];
  /** Beside what every such page loads: `reference` has a script and a style of that name. */
  readonly needs?: 'reference';
}

/** A page for integrators and developers: in the look of the hosted pages, under a bar, in English. */
export function documentPage({ brand, title, main, at, needs }: DocumentPage): string {
  const assets = new WebAssets(DOCUMENT_ASSETS);
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(brand, title, assets)} ${assets.style('documents.css')}
        ${needs === undefined ? '' : html`${assets.style(`${needs}.css`)} ${assets.script(`${needs}.js`)}`}
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/docs/problems">${brandSign(brand, assets)}</a>
          <nav aria-label="Documents">
            ${LINKS.map(([href, text]) => html`<a href="${href}" ${href === at ? html`aria-current="page"` : ''}>${text}</a>`)}
          </nav>
        </header>
        <main class="page">${main}</main>
      </body>
    </html>`.text;
}

/** Styles, and pictures of its own and of its brand. What else a page may do, it says: those sources are added. */
export function documentPolicy(
  { logo }: Pick<Brand, 'logo'>,
  { 'img-src': images = [], ...more }: Sources = {},
): string {
  return contentSecurityPolicy({
    'style-src': ["'self'"],
    'img-src': ["'self'", ...originsOf([logo]), ...images],
    'form-action': ["'none'"],
    ...more,
  });
}
