import { contentSecurityPolicy } from '../http/security-headers.js';
import { html, type Html } from '../kernel/html.js';
import type { Brand } from './brand.js';
import type { WebAssets } from './web-assets.js';
import type { Language, Languages } from './words/languages.js';

export interface Page {
  readonly language: Language;
  readonly brand: Brand;
  readonly title: string;
  readonly main: Html;
  /** Says in the title that something has to be corrected: it is what screen readers say first (WCAG G199). */
  readonly problem?: boolean;
  readonly wide?: boolean;
  /** The id of a passkey that opens nothing, which whoever keeps it is to forget. */
  readonly orphan?: string | undefined;
  /** Where the same page can be had in another language; undefined where there is no way back to it. */
  readonly path?: string;
  /** Pictures of others, and where a form may lead in the end. */
  readonly images?: readonly (string | undefined)[];
  readonly formTargets?: readonly string[];
}

export const pageHtml = (page: Page, assets: WebAssets, languages: Languages<unknown>): string => {
  const { language, brand, title, main, problem, wide } = page;
  const { words } = language;
  return html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        ${headOf(brand, `${problem ? `${words.errorPrefix}: ` : ''}${title}`, assets)}
        <meta name="robots" content="noindex" />
        ${assets.style('pages.css')} ${assets.script('pages.js')}
      </head>
      <body
        data-show="${words.show}"
        data-hide="${words.hide}"
        data-show-password="${words.showPassword}"
        data-hide-password="${words.hidePassword}"
        data-dates="${language.locale}"
        ${page.orphan === undefined ? '' : html`data-orphan="${page.orphan}"`}
      >
        <header class="brand">${brandSign(brand, assets)}</header>
        ${wide ? html`<main class="wide">${main}</main>` : html`<main>${main}</main>`}
        ${page.path === undefined ? '' : languageLinks(language, languages, page.path)}
      </body>
    </html>`.text;
};

/** What every page of ours says about itself. */
export const headOf = (brand: Brand, title: string, assets: WebAssets): Html =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · ${brand.name}</title>
    <link rel="icon" href="${signOf(brand, assets)}" />
    ${assets.brandStyle(brand.color)}`;

/** Whose page it is. */
export const brandSign = (brand: Brand, assets: WebAssets): Html =>
  html`<img
      ${brand.logo === undefined ? '' : html`class="logo"`}
      src="${signOf(brand, assets)}"
      alt=""
      width="36"
      height="36"
    />
    <span dir="auto">${brand.name}</span>`;

const signOf = ({ logo, color }: Brand, assets: WebAssets): string => logo ?? assets.mark(color);

const languageLinks = ({ tag, words }: Language, languages: Languages<unknown>, path: string): Html =>
  html`<footer>
    <nav aria-label="${words.language}">
      ${languages.map((other) =>
        other.tag === tag
          ? html`<span aria-current="true" lang="${other.tag}">${other.name}</span>`
          : html`<a href="${path}?lang=${other.tag}" lang="${other.tag}" hreflang="${other.tag}">${other.name}</a>`,
      )}
    </nav>
  </footer>`;

/** Nothing runs or loads but what is named here; a form leads to us, and by redirect to whoever asked. */
export const policyOf = ({ brand, images = [], formTargets = [] }: Page): string =>
  contentSecurityPolicy({
    'style-src': ["'self'"],
    'script-src': ["'self'"],
    'img-src': ["'self'", ...originsOf([brand.logo, ...images])],
    'connect-src': ["'self'"],
    'form-action': ["'self'", ...originsOf(formTargets)],
  });

/** As a policy names them: by origin, or by the scheme of an app's own. */
export const originsOf = (urls: readonly (string | undefined)[]): string[] => [
  ...new Set(
    urls.flatMap((url) => {
      if (url === undefined || !URL.canParse(url)) return [];
      const { origin, protocol } = new URL(url);
      return [origin === 'null' ? protocol : origin];
    }),
  ),
];

/**
 * The headers of every page. The referrer stays with us, but the `Origin` of our own forms is told: without any referrer
 * browsers would send `null` there, and a forged form could not be told from ours by it.
 */
export const headersOf = (page: Page): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Language': page.language.tag,
  'Content-Security-Policy': policyOf(page),
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept, Accept-Language, Cookie',
});
