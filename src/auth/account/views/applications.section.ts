import { html, type Html } from '../../../shared/kernel/index.js';
import type { ListedApplication } from '../account-applications.service.js';
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

function applicationItem(view: AccountView, { clientId, name, scopes, since, lastUsed }: ListedApplication): Html {
  const { language } = view;
  const { words } = language;
  const may = scopes.map((scope) => meaningOf(words, scope)).join('; ');
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
    )}`;
}
