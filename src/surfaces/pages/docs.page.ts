import { html, type Html } from '../../shared/kernel/html.js';

export interface DocsPage {
  readonly brandName: string;
  readonly title: string;
  readonly styles: readonly string[];
  readonly scripts?: readonly string[];
  readonly main: Html;
}

/** The frame of every page below /docs. */
export const docsPage = ({ brandName, title, styles, scripts = [], main }: DocsPage): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${brandName}</title>
        <link rel="icon" href="/docs/assets/mark.svg" type="image/svg+xml" />
        ${styles.map((name) => html`<link rel="stylesheet" href="/docs/assets/${name}" />`)}
      </head>
      <body>
        <header class="top">
          <a class="brand" href="/docs/problems">
            <img src="/docs/assets/mark.svg" alt="" width="28" height="28" />
            <span>${brandName}</span>
          </a>
          <nav>
            <a href="/docs">API</a>
            <a href="/docs/problems">Errors</a>
            <a href="/openapi.json">OpenAPI</a>
          </nav>
        </header>
        ${main} ${scripts.map((name) => html`<script src="/docs/assets/${name}" defer></script>`)}
      </body>
    </html>`.text;
