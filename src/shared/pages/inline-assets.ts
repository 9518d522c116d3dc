import { createHash } from 'node:crypto';
import { contentSecurityPolicy } from '../http/index.js';
import { html, Html } from '../kernel/index.js';
import { brandMark, brandSheet } from './brand.js';
import { builtAssets, type PageAssets } from './web-assets.js';

interface InlineOptions {
  /**
   * The name of an additional script and style sheet: with `evidence`, the page also contains `evidence.js` and
   * `evidence.css`.
   */
  readonly needs?: string | undefined;
  /** The main style sheet; the default is that of the hosted pages. */
  readonly sheet?: string;
  /** Origins from which the page may load pictures. */
  readonly images?: readonly string[];
  /** The origin that may show the page in a frame. */
  readonly framedBy?: string;
}

/**
 * The styles and scripts of a self-contained page, embedded in the page. The page's content security policy allows only
 * these, by their hashes, and pictures, but no connections. The page also contains the policy, so that it applies to a
 * saved file.
 */
export class InlineAssets implements PageAssets {
  readonly policy: string;
  readonly #styles: ReadonlyMap<string, string>;
  readonly #script: string;

  constructor(color: string, { needs, sheet = 'pages.css', images = [], framedBy }: InlineOptions = {}) {
    const names = [sheet, ...(needs === undefined ? [] : [`${needs}.css`])];
    const sheets = names.map((name) => [name, builtAssets().textOf(name)] as const);
    this.#styles = new Map([...sheets, [BRAND, brandSheet(color)]]);
    this.#script = needs === undefined ? '' : builtAssets().textOf(`${needs}.js`);
    for (const text of [this.#script, ...this.#styles.values()]) refuseEndTags(text);
    const sources = {
      'style-src': [...this.#styles.values()].map(hashOf),
      'script-src': [hashOf(this.#script)],
      'img-src': ['data:', ...images],
      'form-action': ["'none'"],
    };
    this.policy = contentSecurityPolicy(sources, framedBy);
  }

  /**
   * The content security policy as a `meta` element. It must come first in the head, because it applies only to what
   * follows. `frame-ancestors` is omitted, because browsers read it only in the header.
   */
  get policyElement(): Html {
    const content = this.policy.replace(/frame-ancestors [^;]+; /, '');
    return html`<meta http-equiv="Content-Security-Policy" content="${content}" />`;
  }

  style(name: string): Html {
    return new Html(`<style>${this.#styles.get(name) ?? ''}</style>`);
  }

  /** The page's own script. The script shared by all hosted pages is omitted, because it is needed only for forms. */
  script(): Html {
    return new Html(`<script type="module">${this.#script}</script>`);
  }

  brandStyle(): Html {
    return this.style(BRAND);
  }

  mark(color: string): string {
    return `data:image/svg+xml,${encodeURIComponent(brandMark(color))}`;
  }
}

const BRAND = 'brand';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function refuseEndTags(text: string): void {
  if (/<\/(?:script|style)|<!--/i.test(text))
    throw new Error('A script or style to be written into a page would end it');
}

/** Values for a script of the page, as JSON in an element with the given id. */
export const dataElement = (id: string, value: unknown): Html =>
  new Html(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`);
