import { html, type Html } from '../../../../shared/kernel/html.js';
import type { DeviceCard } from '../../../../users/contract.js';
import type { Passkey } from '../../../credentials/passkeys/passkey.store.js';
import type { ListedApplication } from '../../account/account-applications.service.js';
import type { ListedSession } from '../../account/account-sessions.service.js';
import { hidden } from '../../../../shared/pages/parts.js';
import type { Language } from '../../words/languages.js';

export const ACCOUNT = '/service/account/';

export interface AccountView {
  readonly language: Language;
  readonly csrf: string;
  readonly userName: string;
  readonly userId: string;
  readonly passkeys: readonly Passkey[];
  /** The passkey that is being given another name. */
  readonly renamed?: string | undefined;
  readonly hasPassword: boolean;
  readonly devices: readonly DeviceCard[];
  readonly applications: readonly ListedApplication[];
  readonly sessions: readonly ListedSession[];
  readonly currentSession: string;
  /** Whether the login is of lately: a new way to sign in needs that. */
  readonly fresh: boolean;
  readonly done?: string | undefined;
  readonly problem?: string | undefined;
  readonly passwordWrong?: { readonly field: 'current_password' | 'new_password'; readonly why: string } | undefined;
}

export const accountForm = ({ csrf }: AccountView, action: string, inner: Html): Html =>
  html`<form method="post" action="${ACCOUNT}${action}">${hidden('csrf', csrf)} ${inner}</form>`;
