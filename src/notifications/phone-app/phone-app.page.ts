import { contentSecurityPolicy, permissionsPolicy } from '../../shared/http/index.js';
import { html } from '../../shared/kernel/index.js';
import { brandSign, builtAssets, originsOf, type Setting, WebAssets } from '../../shared/pages/index.js';
import { languages, type Words } from './phone-app.words.js';
import { APP_ASSETS } from './phone-app.pages.js';

/** Settings that the app needs before its first request. */
export interface AppSettings {
  readonly issuer: string;
  readonly accountUrl: string;
  readonly mobileUrl: string;
  readonly redirectUri: string;
  /** The id of the app's OAuth client. If undefined, nobody can sign in. */
  readonly clientId: string | undefined;
  /** The public VAPID key. Undefined if Web Push is not configured. */
  readonly vapidPublicKey: string | undefined;
}

/** The background colours of the screen. They must match `--back` in the style sheet. */
export const BACKGROUNDS = { light: '#f4f2ee', dark: '#101412' };

/** Renders the page of the app. It is the same for all users of a client, so that it can be cached for offline use. */
export function phoneAppPage({ language, brand }: Setting<Words>, settings: AppSettings): string {
  const assets = new WebAssets(APP_ASSETS);
  const { words } = language;
  const given = {
    ...settings,
    brand: brand.name,
    links: brand.links,
    languages: languages.map(({ tag, name, locale, direction }) => ({ tag, name, locale, direction })),
  };
  const ofClient = queryOf(settings.clientId);
  return html`<!doctype html>
    <html lang="${language.tag}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="${BACKGROUNDS.light}" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="${BACKGROUNDS.dark}" media="(prefers-color-scheme: dark)" />
        <meta name="robots" content="noindex" />
        <title>${brand.name}</title>
        <link rel="icon" href="${assets.mark(brand.color)}" />
        <link rel="apple-touch-icon" href="/app/icons/touch-180.png${ofClient}" />
        <link rel="manifest" href="/app/manifest.webmanifest${ofClient}" />
        ${assets.brandStyle(brand.color)} ${assets.style('app.css')} ${assets.preloads('app.js')}
        ${assets.script('app.js')}
      </head>
      <body data-settings="${JSON.stringify(given)}">
        <div id="app">
          <main class="opening">
            <p class="brand">${brandSign(brand, assets)}</p>
            <p class="unseen" role="status">${words.opening}</p>
            <noscript><p>${words.needsScript}</p></noscript>
          </main>
        </div>
      </body>
    </html>`.text;
}

export const queryOf = (clientId: string | undefined): string =>
  clientId === undefined ? '' : `?client=${encodeURIComponent(clientId)}`;

export const headersOf = (
  { language, brand }: Setting<Words>,
  { issuer, mobileUrl }: AppSettings,
  framedBy?: string,
) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-cache',
  'Content-Language': language.tag,
  'Content-Security-Policy': contentSecurityPolicy(
    {
      'style-src': ["'self'"],
      'script-src': ["'self'"],
      'img-src': ["'self'", ...originsOf([brand.logo])],
      'connect-src': ["'self'", mobileUrl.replace(/^http/, 'ws'), ...originsOf([issuer])],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      'form-action': ["'none'"],
    },
    framedBy,
  ),
  'Permissions-Policy': permissionsPolicy({ camera: true }),
  'Referrer-Policy': 'no-referrer',
  Vary: 'Accept, Accept-Language, Cookie',
});

/**
 * The built service worker, with the list of files to cache. Browsers compare it byte by byte, so a release with
 * different files installs a new worker.
 */
export function serviceWorker(): string {
  const precachedUrls = new WebAssets(APP_ASSETS).addresses('app.js', 'app.css');
  return `self.precachedUrls = ${JSON.stringify(precachedUrls)};\n${builtAssets().textOf('sw.js')}`;
}
