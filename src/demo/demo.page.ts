import type { Config } from '../config.js';
import { issuerOf } from '../shared/auth-guard/index.js';
import { contentSecurityPolicy, permissionsPolicy } from '../shared/http/index.js';
import { html } from '../shared/kernel/index.js';
import { qrCode, WebAssets } from '../shared/pages/index.js';

export const DEMO_ASSETS = '/demo/assets';

/** The settings embedded in the demo page. The page receives everything else as server-sent events. */
export interface DemoSettings {
  readonly bank: string;
  /** The URL of the app in a frame of the demo. */
  readonly appUrl: string;
  /** The URL of the same app on the local network, where phones can open it. */
  readonly phoneUrl: string;
  readonly issuer: string;
  readonly evidenceUrl: string;
  readonly guideUrl: string;
  /** The QR code of `phoneUrl`, as a data URL. Null if the machine has no address on the local network. */
  readonly appCode: string | null;
}

export function demoPage(config: Config, appUrl: string): string {
  const assets = new WebAssets(DEMO_ASSETS);
  const { name, color } = config.demoBrand;
  const phoneUrl = appUrl.replace(config.demoUrl, config.mobileUrl);
  const settings: DemoSettings = {
    bank: name,
    appUrl,
    phoneUrl,
    issuer: issuerOf(config),
    evidenceUrl: `${config.demoUrl}/service/evidence`,
    guideUrl: `${config.managementUrl}/docs`,
    appCode: config.lanAddress === undefined ? null : `data:image/svg+xml,${encodeURIComponent(qrCode(phoneUrl).text)}`,
  };
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(`${name} · a demo of Countersign`)}
        <link rel="icon" href="${assets.mark(color)}" />
        ${assets.brandStyle(color)} ${assets.style('demo.css')} ${assets.preloads('demo.js')}
        ${assets.script('demo.js')}
      </head>
      <body data-settings="${JSON.stringify(settings)}">
        <div id="demo">
          <main class="opening">
            <h1>${name}</h1>
            <p>The demo opens.</p>
            <noscript
              ><p>This page needs JavaScript. The program <code>npm run demo</code> does the same without.</p></noscript
            >
          </main>
        </div>
      </body>
    </html>`.text;
}

/** The page in a frame of the demo after one of the hosted pages has redirected back to the bank. */
export function backPage(config: Config, sentence: string): string {
  const assets = new WebAssets(DEMO_ASSETS);
  return html`<!doctype html>
    <html lang="en">
      <head>
        ${headOf(config.demoBrand.name)} ${assets.brandStyle(config.demoBrand.color)} ${assets.style('demo.css')}
      </head>
      <body class="back">
        <main><h1>${sentence}</h1></main>
      </body>
    </html>`.text;
}

const headOf = (title: string) =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>`;

/**
 * The HTTP headers of the demo's pages. The hosted pages and the app, which run in frames of the demo, have their own
 * content security policies.
 */
export function headersOf(): Readonly<Record<string, string>> {
  const sources = {
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'connect-src': ["'self'"],
    'frame-src': ["'self'"],
    'form-action': ["'none'"],
  };
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Language': 'en',
    'Content-Security-Policy': contentSecurityPolicy(sources, "'self'"),
    'Permissions-Policy': permissionsPolicy({ camera: true }),
    'Referrer-Policy': 'same-origin',
  };
}
