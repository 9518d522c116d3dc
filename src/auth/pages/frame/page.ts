import { html, type Html } from '../../../shared/kernel/html.js';
import { contentSecurityPolicy } from '../../../shared/http/content-security-policy.js';
import { assetUrl } from '../assets/assets.js';
import { languages, type Language } from '../words/languages.js';

export interface Brand {
  readonly name: string;
  readonly logo: string | undefined;
  readonly color: string;
}

export interface Page {
  readonly language: Language;
  readonly brand: Brand;
  readonly title: string;
  readonly main: Html;
  /** Says in the title that something has to be corrected: it is what screen readers say first (WCAG G199). */
  readonly problem?: boolean;
  readonly wide?: boolean;
  readonly passkeys?: boolean;
  /** The id of a passkey that opens nothing, for whoever keeps it to forget. */
  readonly orphan?: string | undefined;
  /** Where the same page can be had in another language; undefined where there is no way back to it. */
  readonly path?: string;
  /** Pictures of others, and where a form may lead in the end. */
  readonly images?: readonly (string | undefined)[];
  readonly formTargets?: readonly string[];
}

export const pageHtml = (page: Page): string => {
  const { language, brand, title, main, problem, wide, passkeys } = page;
  const { words } = language;
  const color = brand.color.slice(1);
  const icon = brand.logo ?? assetUrl(`mark-${color}.svg`);
  return html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${problem ? `${words.errorPrefix}: ` : ''}${title} · ${brand.name}</title>
        <link rel="icon" href="${icon}" />
        <link rel="stylesheet" href="${assetUrl(`brand-${color}.css`)}" />
        <link rel="stylesheet" href="${assetUrl('pages.css')}" />
        ${passkeys ? html`<script src="${assetUrl('webauthn.js')}" defer></script>` : ''}
        <script type="module" src="${assetUrl('pages.js')}"></script>
      </head>
      <body
        data-show="${words.show}"
        data-hide="${words.hide}"
        data-show-password="${words.showPassword}"
        data-hide-password="${words.hidePassword}"
        data-dates="${language.locale}"
        ${page.orphan === undefined ? '' : html`data-orphan="${page.orphan}"`}
      >
        <header class="brand">
          <img ${brand.logo === undefined ? '' : html`class="logo"`} src="${icon}" alt="" width="36" height="36" />
          <span dir="auto">${brand.name}</span>
        </header>
        ${wide ? html`<main class="wide">${main}</main>` : html`<main>${main}</main>`}
        ${page.path === undefined ? '' : languageLinks(language, page.path)}
      </body>
    </html>`.text;
};

const languageLinks = ({ tag, words }: Language, path: string): Html =>
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
    'img-src': ["'self'", ...new Set([brand.logo, ...images].flatMap((url) => originOf(url)))],
    'connect-src': ["'self'"],
    'form-action': ["'self'", ...new Set(formTargets.flatMap((url) => originOf(url)))],
  });

/** As a policy names it: the origin, or the scheme of an app's own. */
function originOf(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { origin, protocol } = new URL(url);
  return [origin === 'null' ? protocol : origin];
}

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
