import { html, type Html } from '../../../shared/kernel/index.js';
import type { AddressState, DeviceCard } from '../../../users/contract/index.js';
import type { Passkey } from '../../credentials/passkeys/passkey.entity.js';
import type { ListedApplication } from '../account-applications.service.js';
import type { ListedSession } from '../account-sessions.service.js';
import type { Totp } from '../../credentials/totp/totp.entity.js';
import type { KeptCodes } from '../../credentials/recovery-codes/recovery-codes.service.js';
import type { ListedBrowser } from '../../credentials/remembered-browsers/remembered-browsers.service.js';
import type { NewTotp } from '../../credentials/totp/totp.service.js';
import { filled, hidden } from '../../../shared/pages/index.js';
import type { Language } from '../../hosted-pages/words/languages.js';
import type { Words } from '../../hosted-pages/words/en.js';
import { ACCOUNT } from './account-url.js';

export interface AccountView {
  readonly language: Language;
  readonly csrf: string;
  /**
   * The query string that names the tenant. Each form includes it, because the session may have ended by the time the
   * form is submitted.
   */
  readonly query: string;
  readonly userName: string;
  readonly userId: string;
  readonly passkeys: readonly Passkey[];
  /** The passkey that is being renamed. */
  readonly renamed?: string | undefined;
  readonly hasPassword: boolean;
  readonly totp: Pick<Totp, 'createdAt' | 'lastUsedAt'> | undefined;
  /**
   * The new authenticator app that the page offers to set up. Undefined if the user has an app already or may not add
   * one now.
   */
  readonly newTotp: NewTotp | undefined;
  readonly totpOpen: boolean;
  /** Whether the enterprise allows the given factor. */
  readonly allows: (factor: 'totp' | 'recoveryCode') => boolean;
  /** Whether the user must enter a code from the authenticator app before changing how they sign in. */
  readonly missesCode: boolean;
  /** The state of the user's email address. Undefined if the service cannot send mail. */
  readonly address: AddressState | undefined;
  /** Whether the session is recent and strong enough to change the address and the ways to sign in. */
  readonly mayChangeWays: boolean;
  readonly recoveryCodes: KeptCodes | undefined;
  /** Newly generated codes, which are shown once. */
  readonly newCodes: readonly string[];
  readonly mayHaveCodes: boolean;
  /**
   * The time from which the second factor can be replaced. Undefined if there is no replacement, or if its identity
   * check has not succeeded yet.
   */
  readonly replacedFrom: Date | undefined;
  /** Whether the user must give an approval on the phone before changing how they sign in. */
  readonly missesPhone: boolean;
  readonly devices: readonly DeviceCard[];
  readonly browsers: readonly ListedBrowser[];
  readonly applications: readonly ListedApplication[];
  readonly sessions: readonly ListedSession[];
  readonly currentSession: string;
  /** Whether each change to the user's passkeys requires a passkey assertion. */
  readonly showsPasskey: boolean;
  /**
   * Whether the page offers to add a passkey. It always does for operators, who prove a passkey for each change. Other
   * users need a session with a recent and strong sign-in.
   */
  readonly fresh: boolean;
  readonly done?: string | undefined;
  readonly problem?: string | undefined;
  readonly passwordWrong?: { readonly field: 'current_password' | 'new_password'; readonly why: string } | undefined;
}

/** A link to the account page. It names the tenant, because the session may have ended by the time it is followed. */
export const accountLink = ({ query }: AccountView, name: string, value: string): string =>
  `${ACCOUNT}?${new URLSearchParams([...new URLSearchParams(query), [name, value]]).toString()}`;

export const accountForm = ({ csrf, query }: AccountView, action: string, inner: Html): Html =>
  html`<form method="post" action="${ACCOUNT}${action}${query}">${hidden('csrf', csrf)} ${inner}</form>`;

/** A form. If the user must prove a passkey for each change, the form asks for the passkey before it is submitted. */
export const passkeyForm = (view: AccountView, action: string, inner: Html): Html =>
  view.showsPasskey
    ? html`<form method="post" action="${ACCOUNT}${action}${view.query}" data-proof="${PROOF}">
        ${hidden('csrf', view.csrf)} ${hidden('proof', '')} ${inner} ${notShown(view)}
      </form>`
    : accountForm(view, action, inner);

export const PROOF = `${ACCOUNT}passkeys/proof`;

export const notShown = ({ language: { words } }: AccountView): Html =>
  html`<p
    class="wrong"
    role="alert"
    data-not-given="${words.passkeyNotGiven}"
    data-not-started="${words.passkeyNotStarted}"
    data-unreached="${words.passkeyUnreached}"
  ></p>`;

/** Number of list items shown initially; the rest are collapsed. */
const SHOWN = 5;

interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead?: string;
}

/** A section of the page, labelled for screen readers. */
export const section = ({ id, title, lead }: Section, inner: Html): Html =>
  html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${lead === undefined ? '' : html`<p class="lead">${lead}</p>`} ${inner}
  </section>`;

/**
 * Shows the first few items of a list, and the rest in a collapsed part. The part is open if it contains the item with
 * the index `current`, which is being edited.
 */
export function list(words: Words, items: readonly Html[], current = 0): Html {
  const few = items.length <= SHOWN + 1;
  const rest = items.slice(SHOWN);
  if (few) return things(items);
  return html`${things(items.slice(0, SHOWN))}
    <details class="rest" ${current < SHOWN ? '' : html`open`}>
      <summary>${filled(words.showMore, { count: String(rest.length) })}</summary>
      ${things(rest)}
    </details>`;
}

const things = (items: readonly Html[]): Html =>
  html`<ul class="things">
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`;

export const none = (text: string): Html => html`<p class="none">${text}</p>`;

/**
 * A button that removes a passkey or device. Its accessible label includes the name, because screen readers read
 * buttons without their surroundings.
 */
export const removal = (view: AccountView, what: 'passkey' | 'device', id: string, name: string): Html =>
  (what === 'passkey' ? passkeyForm : accountForm)(
    view,
    `${what}s/remove`,
    html`${hidden(what, id)}<button class="plain" aria-label="${filled(view.language.words.removeNamed, { name })}">
        ${view.language.words.remove}
      </button>`,
  );
