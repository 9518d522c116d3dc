import { html, type Html } from '../../../shared/kernel/index.js';
import type { Passkey } from '../../credentials/passkeys/passkey.entity.js';
import { LONGEST_PASSKEY_NAME } from '../../credentials/passkeys/passkey.store.js';
import { dated, field, filled, hidden } from '../../../shared/pages/index.js';
import { withoutPasskeys } from '../../sign-in/views/login.view.js';
import { ACCOUNT } from './account-url.js';
import { lastUse } from './sessions.section.js';
import { accountLink, type AccountView, list, none, passkeyForm, PROOF, removal, section } from './sections.js';

export function passkeys(view: AccountView): Html {
  const { words } = view.language;
  const current = view.passkeys.findIndex(({ credentialId }) => credentialId === view.renamed);
  const items = view.passkeys.map((passkey, index) => (index === current ? naming : passkeyItem)(view, passkey));
  return section(
    { id: 'passkeys', title: words.passkeys, lead: words.passkeysLead },
    html`${items.length === 0 ? none(words.noPasskeys) : list(words, items, current)}
    ${isOnlyWay(view) ? html`<p class="hint">${words.onlyWay}</p>` : ''}
    ${view.fresh ? registration(view) : loginAgain(view)}`,
  );
}

/** Whether a single passkey is the user's only way to sign in. Such a passkey must not be removed. */
const isOnlyWay = ({ hasPassword, passkeys: { length } }: AccountView): boolean => !hasPassword && length === 1;

function passkeyItem(view: AccountView, passkey: Passkey): Html {
  const { words } = view.language;
  const { credentialId, name } = passkey;
  return html`<div>
      <strong><bdi>${name}</bdi></strong> ${useOf(passkey, view)}
    </div>
    <div class="row-actions">
      <a
        class="button plain"
        href="${accountLink(view, 'rename', credentialId)}"
        aria-label="${filled(words.renameNamed, { name })}"
        >${words.rename}</a
      >
      ${isOnlyWay(view) ? '' : removal(view, 'passkey', credentialId, name)}
    </div>`;
}

const useOf = ({ createdAt, lastUsedAt }: Passkey, view: AccountView): Html =>
  lastUsedAt
    ? lastUse(view, 'passkey', lastUsedAt)
    : html`<small>${dated(view.language.words.added, createdAt, view.language)}</small>`;

function naming(view: AccountView, { credentialId, name }: Passkey): Html {
  const { words } = view.language;
  const label = filled(words.newNameOf, { name });
  const longest = LONGEST_PASSKEY_NAME;
  return passkeyForm(
    view,
    'passkeys/rename',
    html`${hidden('passkey', credentialId)}
      <div class="row">
        ${field({ name: 'new_name', label, autocomplete: 'off', value: name, longest, focus: true })}
        <button>${words.save}</button>
        <a class="button quiet" href="${ACCOUNT}${view.query}">${words.cancel}</a>
      </div>`,
  );
}

const registration = ({ csrf, query, showsPasskey, language: { words } }: AccountView): Html =>
  html`${withoutPasskeys(words, words.passkeyNeedsScript)}
    <form
      method="post"
      action="${ACCOUNT}passkeys/add${query}"
      data-passkey="register"
      data-options="${ACCOUNT}passkeys/options"
      data-with-passkeys
      ${showsPasskey ? html`data-proof="${PROOF}"` : ''}
      hidden
    >
      ${hidden('csrf', csrf)} ${hidden('response', '')}
      <div class="row">
        ${field({ name: 'name', label: words.passkeyName, autocomplete: 'off', longest: LONGEST_PASSKEY_NAME })}
        <button>${words.addPasskey}</button>
      </div>
      <p class="wrong" role="alert" data-not-made="${words.passkeyRefused}"></p>
    </form>`;

const loginAgain = (view: AccountView): Html =>
  html`<div class="row">
    <a class="button quiet slim" href="${accountLink(view, 'again', 'true')}">${view.language.words.addPasskey}</a>
  </div>`;
