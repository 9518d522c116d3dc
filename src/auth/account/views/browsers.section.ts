import { html, type Html } from '../../../shared/kernel/index.js';
import { dated, hidden } from '../../../shared/pages/index.js';
import type { ListedBrowser } from '../../credentials/remembered-browsers/remembered-browsers.service.js';
import { accountForm, type AccountView, list, section } from './sections.js';
import { browserName } from './sessions.section.js';

/** Lists the remembered browsers, which are not asked for a second factor. */
export function browsers(view: AccountView): Html {
  const { words } = view.language;
  if (view.browsers.length === 0) return html``;
  const items = view.browsers.map((browser, index) => item(view, browser, index));
  return section({ id: 'browsers', title: words.remembered, lead: words.rememberedLead }, list(words, items));
}

const item = (view: AccountView, browser: ListedBrowser, index: number): Html => {
  const { language } = view;
  const { words } = language;
  const { id, origin, lastUsedAt, expiresAt } = browser;
  return html`<div id="browser-${index}">
      <strong>${browserName(words, origin)}</strong>
      <small>${dated(words.lastUsed, lastUsedAt, language)}</small>
      <small>${dated(words.rememberedUntil, expiresAt, language)}</small>
    </div>
    ${accountForm(
      view,
      'browsers/remove',
      html`${hidden('browser', id)}
        <button class="plain" id="forget-${index}" aria-labelledby="forget-${index} browser-${index}">
          ${words.rememberedEnd}
        </button>`,
    )}`;
};
