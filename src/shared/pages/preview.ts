import type { Response } from 'express';
import { contentSecurityPolicy } from '../http/index.js';
import { EnumField, HttpsUrlField, TextField } from '../fields/index.js';
import type { Branding } from './brand.js';
import { InlineAssets } from './inline-assets.js';
import { originsOf, type Page, pageHtml } from './page.js';
import { type Languages, languageTags } from './words/languages.js';

/**
 * The path of previews, which are pages with unsaved branding. Each context (`auth`, `idv` and others) serves its own
 * previews below it.
 */
export const PREVIEWS = 'v1/previews';

/** The console shows previews in frames, from the same origin. */
const FRAMED_BY = "'self'";

/** The name and the branding to show in a preview. They are not saved yet. */
export class PreviewQuery implements Branding {
  @TextField({ max: 255 }) name!: string;
  @TextField({ min: 7, max: 7, pattern: /^#[0-9A-Fa-f]{6}$/, called: 'a colour such as #0b5fff', optional: true })
  color?: string;
  @HttpsUrlField({ optional: true }) logoUri?: string;
  @HttpsUrlField({ optional: true }) privacyUri?: string;
  @HttpsUrlField({ optional: true }) termsUri?: string;
  @HttpsUrlField({ optional: true }) helpUri?: string;
  @EnumField(languageTags, { optional: true }) lang?: string;
}

/** Embeds the styles in the preview, because a sandboxed page has no origin from which it could load them. */
export const previewAssets = (
  { color, logo }: { readonly color: string; readonly logo: string | undefined },
  sheet?: string,
): InlineAssets =>
  new InlineAssets(color, { images: originsOf([logo]), framedBy: FRAMED_BY, ...(sheet !== undefined && { sheet }) });

export function sendPagePreview(response: Response, page: Page, languages: Languages<unknown>): void {
  const assets = previewAssets(page.brand);
  sendPreview(response, assets.policy, pageHtml(page, assets, { languages }));
}

/** The content security policy for previews of emails, which have inline styles. */
export const LETTER_PREVIEW = contentSecurityPolicy(
  { 'style-src': ["'unsafe-inline'"], 'form-action': ["'none'"] },
  FRAMED_BY,
);

/** Sends a preview in a sandbox, in which scripts and forms do not work. */
export function sendPreview(response: Response, policy: string, html: string): void {
  response
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `${policy}; sandbox`,
      'X-Frame-Options': 'SAMEORIGIN',
    })
    .send(html);
}
