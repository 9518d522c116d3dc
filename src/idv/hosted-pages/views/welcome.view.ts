import { html, type Html } from '../../../shared/kernel/index.js';
import { CHECK, emphasised, hidden } from '../../../shared/pages/index.js';
import { form, idleDialog, testNote, type SessionView } from './step.view.js';

export interface WelcomeView extends Pick<
  SessionView,
  'language' | 'csrf' | 'enterprise' | 'test' | 'checksSpecimens'
> {
  readonly token: string;
  /** The name of the person whom the link is for, masked so that only that person can recognise it. */
  readonly user: string;
}

/**
 * Shows who requests the verification. Only the button starts the session, because programs that scan links open this
 * page too.
 */
export const welcomeView = (view: WelcomeView): Html => {
  const { words } = view.language;
  const needs = [words.needDocument, words.needCamera, words.needMinutes];
  return html`
    ${testNote(view)}
    <h1>${words.welcomeTitle}</h1>
    <p class="lead">${emphasised(words.welcomeLead, 'enterprise', view.enterprise)}</p>
    <p class="for">${emphasised(words.welcomeFor, 'user', view.user)}</p>
    <p class="ask">${words.welcomeNeeds}</p>
    <ul class="grants">
      ${needs.map((need) => html`<li>${CHECK}<span>${need}</span></li>`)}
    </ul>
    <form method="post" action="/IdvWebServer/start">
      ${hidden('csrf', view.csrf)} ${hidden('token', view.token)}
      <div class="actions"><button>${words.start}</button></div>
    </form>
    <p class="small">${words.welcomeOnce}</p>
  `;
};

/**
 * Asks for consent before any data is collected: says which data is collected, for which purpose, and how long it is
 * stored.
 */
export const consentView = (
  view: SessionView & { readonly keptDays: number; readonly byVendor: boolean; readonly chip?: string | undefined },
): Html => {
  const { words } = view.language;
  return html`
    ${testNote(view)}
    <h1>${words.consentTitle}</h1>
    <p class="lead">${emphasised(words.consentLead, 'enterprise', view.enterprise)}</p>
    <dl class="facts">
      <div>
        <dt>${words.consentWhat}</dt>
        <dd>${words.consentDocument}</dd>
        ${(view.chip ?? 'off') === 'off' ? '' : html`<dd>${words.consentChip}</dd>`}
        <dd>${words.consentFace}</dd>
        ${view.byVendor ? html`<dd>${emphasised(words.consentVendor, 'enterprise', view.enterprise)}</dd>` : ''}
      </div>
      <div>
        <dt>${words.consentWhy}</dt>
        <dd>${emphasised(words.consentWhyText, 'enterprise', view.enterprise)}</dd>
      </div>
      <div>
        <dt>${words.consentKept}</dt>
        <dd>${emphasised(words.consentKeptText, 'days', String(view.keptDays))}</dd>
      </div>
    </dl>
    ${form(
      view,
      'consent',
      html`<div class="actions">
        <button name="agreed" value="yes">${words.consentAgree}</button>
        <button class="quiet" name="agreed" value="no">${words.consentRefuse}</button>
      </div>`,
    )}
    <p class="small">${emphasised(words.consentNote, 'enterprise', view.enterprise)}</p>
    ${idleDialog(view)}
  `;
};
