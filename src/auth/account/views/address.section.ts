import { html, type Html } from '../../../shared/kernel/index.js';
import { emphasised, field, hidden } from '../../../shared/pages/index.js';
import type { AddressState } from '../../../users/contract/index.js';
import { mailedCodeField } from '../../sign-in/recovery/recovery.view.js';
import { accountForm, accountLink, type AccountView, none, section } from './sections.js';

/** The section in which the user confirms or changes their email address. */
export function address(view: AccountView): Html {
  const { words } = view.language;
  const { address: known } = view;
  if (!known) return html``;
  const { emailId, waiting } = known;
  return section(
    { id: 'address', title: words.address, lead: words.addressLead },
    html`${emailId === null ? none(words.addressNone) : onRecord(view, known, emailId)}
    ${waiting === undefined ? '' : codeFor(view, waiting)} ${change(view, known)}`,
  );
}

const onRecord = (view: AccountView, { verified, waiting }: AddressState, emailId: string): Html => {
  const { words } = view.language;
  const send = html`${hidden('address', emailId)}<button class="plain">${words.addressConfirmOwn}</button>`;
  return html`<ul class="things">
    <li>
      <div>
        <strong dir="auto">${emailId}</strong>
        <small>${verified ? words.addressVerified : words.addressUnverified}</small>
      </div>
      ${verified || waiting !== undefined ? '' : accountForm(view, 'address/ask', send)}
    </li>
  </ul>`;
};

/** Changing the address requires a recent sign-in. */
const change = (view: AccountView, { mayChange }: AddressState): Html => {
  const { words } = view.language;
  if (!mayChange) return html``;
  if (!view.mayChangeWays) {
    return html`<div class="row">
      <a class="button quiet slim" href="${accountLink(view, 'again', 'true')}">${words.addressChange}</a>
    </div>`;
  }
  return html`<details class="fold">
    <summary>${words.addressChange}</summary>
    ${accountForm(
      view,
      'address/ask',
      html`<div class="fields">
          ${field({ name: 'address', label: words.addressNew, autocomplete: 'email', longest: 254 })}
        </div>
        <div class="actions"><button class="quiet">${words.addressSend}</button></div>`,
    )}
  </details>`;
};

const codeFor = (view: AccountView, waiting: string): Html => {
  const { words } = view.language;
  const code = mailedCodeField(words);
  return html`<p>${emphasised(words.addressSent, 'address', waiting)}</p>
    ${accountForm(
      view,
      'address/confirm',
      html`<div class="fields">${code}</div>
        <div class="actions"><button class="quiet">${words.addressConfirm}</button></div>`,
    )}
    <div class="more">
      ${accountForm(
        view,
        'address/ask',
        html`${hidden('address', waiting)}<button class="link">${words.recoverAgain}</button>`,
      )}
    </div>`;
};
