import { html, type Html } from '../../../shared/kernel/index.js';
import { dated, filled, hidden } from '../../../shared/pages/index.js';
import { ACCOUNT } from './account-url.js';
import { lastUse } from './sessions.section.js';
import { accountForm, type AccountView, section } from './sections.js';

/** Recovery codes for a lost second factor: the number of unused codes, and new codes, which are shown once. */
export function recoveryCodes(view: AccountView): Html {
  const { words } = view.language;
  const { newCodes, recoveryCodes: kept } = view;
  return section(
    { id: 'recovery-codes', title: words.codes, lead: words.codesLead },
    newCodes.length > 0
      ? shownOnce(view)
      : html`${kept === undefined ? '' : html`<p>${filled(words.codesLeft, { count: String(kept.left) })} <small>${dated(words.added, kept.createdAt, view.language)}</small> ${kept.lastUsedAt ? lastUse(view, 'recoveryCode', kept.lastUsedAt) : ''}</p>`}
        ${accountForm(view, 'recovery-codes', html`<button class="quiet slim">${kept ? words.codesRenew : words.codesMake}</button>`)}`,
  );
}

const shownOnce = ({ language: { words }, newCodes, query }: AccountView): Html => html`
  <p class="hint">${words.codesOnce}</p>
  <ol class="codes" dir="ltr">
    ${newCodes.map((code) => html`<li><code>${code}</code></li>`)}
  </ol>
  <div class="keep" data-keeps=".codes code" hidden>
    <button type="button" class="quiet slim" data-copy="${words.codesCopied}" data-not-copied="${words.codesNotCopied}">
      ${words.codesCopy}
    </button>
    <button type="button" class="quiet slim" data-print>${words.codesPrint}</button>
    <span class="hint" role="status"></span>
  </div>
  <form action="${ACCOUNT}" class="kept">
    ${[...new URLSearchParams(query)].map(([name, value]) => hidden(name, value))}
    <label class="tick"
      ><input type="checkbox" required data-unticked="${words.codesMustSave}" /> <span>${words.codesSaved}</span></label
    >
    <button class="slim">${words.goOn}</button>
  </form>
`;
