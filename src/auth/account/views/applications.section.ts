import { html, type Html } from '../../../shared/kernel/index.js';
import type { ListedApplication } from '../account-applications.service.js';
import { isOptional } from '../../grants/refused-scopes.js';
import { dated, filled, hidden } from '../../../shared/pages/index.js';
import { meaningOf } from '../../hosted-pages/words/scope-meanings.js';
import { accountForm, type AccountView, list, none, section } from './sections.js';

export function applications(view: AccountView): Html {
  const { words } = view.language;
  const items = view.applications.map((application) => applicationItem(view, application));
  return section(
    { id: 'applications', title: words.applications, lead: words.applicationsLead },
    items.length === 0 ? none(words.noApplications) : list(words, items),
  );
}

function applicationItem(view: AccountView, application: ListedApplication): Html {
  const { clientId, name, scopes, apis, since, lastUsed } = application;
  const { language } = view;
  const { words } = language;
  const own = apis?.meanings(language.tag);
  const may = scopes.map((scope) => meaningOf(words, scope, own)).join('; ');
  return html`<div>
      <strong><bdi>${name}</bdi></strong>
      <small>${filled(words.applicationMay, { may })}</small>
      <small>${dated(words.since, since, language)} · ${dated(words.lastUsed, lastUsed, language)}</small>
    </div>
    ${accountForm(
      view,
      'applications/remove',
      html`${hidden('application', clientId)}
        <button class="plain" aria-label="${filled(words.removeAccessOf, { name })}">${words.removeAccess}</button>`,
    )}
    ${changes(view, application)}`;
}

/** A checkbox for each scope that the user may withdraw or restore. */
function changes(
  view: AccountView,
  { clientId, name, scopes, refused, mayChange, apis }: ListedApplication,
): Html | '' {
  const { words, tag } = view.language;
  const choices = [...scopes, ...refused].filter(isOptional).toSorted();
  const own = apis?.meanings(tag);
  if (!mayChange || choices.length === 0) return '';
  const box = (scope: string) =>
    html`<label class="tick"
      ><input
        type="checkbox"
        name="may_${scope}"
        value="true"
        aria-label="${meaningOf(words, scope, own)}: ${name}"
        ${scopes.includes(scope) ? html`checked` : ''}
      />
      <span>${meaningOf(words, scope, own)}</span></label
    >`;
  return html`<details class="fold">
    <summary aria-label="${filled(words.changeAccessOf, { name })}">${words.changeAccess}</summary>
    ${accountForm(
      view,
      'applications/change',
      html`${hidden('application', clientId)} ${choices.map(box)}
        <button class="quiet" aria-label="${words.save}: ${name}">${words.save}</button>`,
    )}
  </details>`;
}
