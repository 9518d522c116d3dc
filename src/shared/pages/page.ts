import { contentSecurityPolicy, permissionsPolicy } from '../http/index.js';
import { html, type Html } from '../kernel/index.js';
import type { Brand } from './brand.js';
import type { PagesOptions } from './pages-options.js';
import { InlineAssets } from './inline-assets.js';
import type { PageAssets } from './web-assets.js';
import type { Language, Languages } from './words/languages.js';

export interface Page {
  readonly language: Language;
  readonly brand: Brand;
  readonly title: string;
  readonly main: Html;
  /**
   * Whether the user must correct something. A marker is then put before the title, which screen readers read first
   * (WCAG G199).
   */
  readonly problem?: boolean;
  readonly wide?: boolean;
  /** The id of a passkey that the service no longer accepts. The page asks the password manager to delete it. */
  readonly orphan?: string | undefined;
  /** The path that shows the page again in another language. Undefined if the page cannot be requested again. */
  readonly path?: string;
  /**
   * Additional origins that the page needs: `images` are the sources of images, and `formTargets` the origins to which
   * a form may redirect.
   */
  readonly images?: readonly (string | undefined)[];
  readonly formTargets?: readonly string[];
  /**
   * Whether the page takes pictures. Its content security policy then allows the camera, and a worker that reads image
   * files.
   */
  readonly camera?: boolean;
  /** The number of seconds after which the page reloads itself if scripts are disabled. */
  readonly refreshSeconds?: number | undefined;
}

type Options = Pick<PagesOptions, 'framedBy' | 'languages' | 'needs' | 'noReferrer'>;

export const pageHtml = (page: Page, assets: PageAssets, { languages, needs }: Options): string => {
  const { language, brand, title, main, problem, wide } = page;
  const { words } = language;
  const isInline = assets instanceof InlineAssets;
  return html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        ${isInline ? assets.policyElement : ''}
        ${headOf(brand, `${problem ? `${words.errorPrefix}: ` : ''}${title}`, assets)}
        ${page.refreshSeconds === undefined ? '' : refresh(page.refreshSeconds)}
        <meta name="robots" content="noindex" />
        ${assets.style('pages.css')} ${isInline ? '' : assets.script('pages.js')}
        ${needs === undefined ? '' : html`${assets.style(`${needs}.css`)} ${assets.script(`${needs}.js`)}`}
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
        ${wide ? html`<main class="wide">${main}</main>` : html`<main>${main}</main>`} ${footer(page, languages)}
      </body>
    </html>`.text;
};

const refresh = (seconds: number): Html =>
  html`<noscript><meta http-equiv="refresh" content="${seconds}" /></noscript>`;

/** The head of every page. */
export const headOf = (brand: Brand, title: string, assets: PageAssets): Html =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} · ${brand.name}</title>
    <link rel="icon" href="${signOf(brand, assets)}" />
    ${assets.brandStyle(brand.color)}`;

/** The brand's logo, or its symbol if it has no logo, and the brand's name. */
export const brandSign = (brand: Brand, assets: PageAssets): Html =>
  html`<img
      ${brand.logo === undefined ? '' : html`class="logo"`}
      src="${signOf(brand, assets)}"
      alt=""
      width="36"
      height="36"
    />
    <span dir="auto">${brand.name}</span>`;

const signOf = ({ logo, color }: Brand, assets: PageAssets): string => logo ?? assets.mark(color);

const footer = ({ brand, language, path }: Page, languages: Languages<unknown>): Html => {
  const parts = [
    ...(hasLinks(brand) ? [brandLinks(brand, language)] : []),
    ...(path === undefined ? [] : [languageLinks(language, languages, path)]),
  ];
  return parts.length === 0 ? html`` : html`<footer>${parts}</footer>`;
};

const hasLinks = ({ links }: Brand): boolean => Object.values(links).some((url) => url !== undefined);

/** Opens links in a new tab, so that text and photos already entered on the page are not lost. */
const brandLinks = ({ links }: Brand, { words }: Language): Html =>
  html`<nav aria-label="${words.aboutService}">
    ${(['privacy', 'terms', 'help'] as const).map((what) => {
      const url = links[what];
      return url === undefined ? html`` : html`<a href="${url}" target="_blank" rel="noopener">${words[what]}</a>`;
    })}
  </nav>`;

const languageLinks = ({ tag, words }: Language, languages: Languages<unknown>, path: string): Html =>
  html`<nav aria-label="${words.language}">
    ${languages.map((other) =>
      other.tag === tag
        ? html`<span aria-current="true" lang="${other.tag}">${other.name}</span>`
        : html`<a href="${withLanguage(path, other.tag)}" lang="${other.tag}" hreflang="${other.tag}"
            >${other.name}</a
          >`,
    )}
  </nav>`;

const withLanguage = (path: string, tag: string): string => `${path}${path.includes('?') ? '&' : '?'}lang=${tag}`;

/**
 * The content security policy of a page. Forms are submitted to our origin, and may redirect to the origins in
 * `formTargets`.
 */
export const policyOf = ({ brand, images = [], formTargets = [], camera }: Page, framedBy?: string): string => {
  const sources = {
    'style-src': ["'self'"],
    'script-src': ["'self'"],
    'img-src': ["'self'", ...originsOf([brand.logo, ...images])],
    'connect-src': ["'self'"],
    'form-action': ["'self'", ...originsOf(formTargets)],
    ...(camera && { 'worker-src': ["'self'"] }),
  };
  return contentSecurityPolicy(sources, framedBy);
};

/** Sources for a content security policy: the origin of each URL, or its scheme if the URL opens an app. */
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
 * The headers of every page. The referrer policy `same-origin` hides the referrer from other sites. Without any
 * referrer, browsers would send `Origin: null` with our own forms.
 */
export const headersOf = (page: Page, { noReferrer, framedBy }: Options): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Language': page.language.tag,
  'Content-Security-Policy': policyOf(page, framedBy),
  'Referrer-Policy': noReferrer ? 'no-referrer' : 'same-origin',
  ...(page.camera && { 'Permissions-Policy': permissionsPolicy({ camera: true }) }),
  Vary: 'Accept, Accept-Language, Cookie',
});
