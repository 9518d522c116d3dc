import { html, type Html } from '../../../shared/kernel/index.js';
import { field } from '../../../shared/pages/index.js';
import { newPasswordField } from '../../sign-in/views/activate.view.js';
import { lastProven, lastUse } from './sessions.section.js';
import { accountForm, type AccountView, section } from './sections.js';

export function password(view: AccountView): Html {
  const { words } = view.language;
  const used = lastProven(view, 'password');
  return section(
    { id: 'password', title: words.password },
    html`${used ? html`<p>${lastUse(view, 'password', used)}</p>` : ''}
      <details class="fold" ${view.passwordWrong ? html`open` : ''}>
        <summary>${words.changePassword}</summary>
        ${accountForm(view, 'password', fields(view))}
      </details>`,
  );
}

/** The username is included for password managers; the user does not type it. */
function fields({ language: { words }, userId, passwordWrong }: AccountView): Html {
  const wrong = (name: string) => (passwordWrong?.field === name ? passwordWrong.why : undefined);
  return html`<input
      class="unseen"
      name="username"
      value="${userId}"
      autocomplete="username"
      tabindex="-1"
      aria-hidden="true"
      readonly
    />
    <div class="fields">
      ${field({
        name: 'current_password',
        label: words.currentPassword,
        type: 'password',
        autocomplete: 'current-password',
        wrong: wrong('current_password'),
        focus: wrong('current_password') !== undefined,
      })}
      ${newPasswordField(words, wrong('new_password'))}
    </div>
    <div class="actions"><button>${words.changePassword}</button></div>`;
}
