import { contentSecurityPolicy } from '../../shared/http/index.js';
import { html } from '../../shared/kernel/index.js';
import { builtAssets, WebAssets } from '../../shared/pages/index.js';

export const CONSOLE_ASSETS = 'assets';

/**
 * The content security policy of the console. It allows frames for previews, which have their own policies. Trusted
 * Types are required but none is allowed, so scripts can create elements only through the DOM and never from text.
 */
export const CONSOLE_POLICY = `${contentSecurityPolicy({
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'frame-src': ["'self'"],
  'font-src': ["'none'"],
})}; require-trusted-types-for 'script'; trusted-types 'none'`;

/** The HTML document of the console. Its scripts set the language and text direction that the operator has chosen. */
export function shellPage(brandName: string, guide: string): string {
  const assets = new WebAssets(`/${CONSOLE_ASSETS}`);
  const isBuilt = builtAssets().has('console.js');
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${brandName}</title>
        <link rel="icon" href="${assets.mark('#0e5c53')}" />
        ${isBuilt ? html`${assets.style('console.css')} ${assets.preloads('console.js')} ${assets.script('console.js')}` : ''}
      </head>
      <body>
        <div id="console" data-guide="${guide}"></div>
        <noscript>The console needs JavaScript.</noscript>
      </body>
    </html>`.text;
}
