import { contentSecurityPolicy, type Sources } from '../http/index.js';
import { html, type Html } from '../kernel/index.js';
import type { Brand } from './brand.js';
import { brandSign, headOf, originsOf } from './page.js';
import { WebAssets } from './web-assets.js';

/** The path of the scripts and styles of the pages below `/docs`. */
export const DOCUMENT_ASSETS = '/docs/assets';

const LINKS = [
  ['/docs/guide', 'Guide'],
  ['/docs', 'API'],
  ['/docs/problems', 'Errors'],
  ['/openapi.json', 'OpenAPI'],
] as const;

export interface DocumentPage {
  readonly brand: Brand;
  readonly title: string;
  readonly main: Html;
  /** The link in the navigation bar that is marked as current. */
  readonly at?: (typeof LINKS)[number][0];
  /**
   * The name of an additional script and style sheet: with `reference`, the page also loads `reference.js` and
   * `reference.css`.
   */
  readonly needs?: 'reference';
}

/** A page for integrators and developers, in English, with the design of the hosted pages and a navigation bar. */
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

/**
 * A content security policy that allows our own styles, and images from our origin and from the origin of the brand's
 * logo. `more` adds the other sources that a page needs.
 */
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
