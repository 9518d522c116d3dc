import { html, type Html } from '../../../shared/kernel/index.js';
import { filled, hidden } from '../../../shared/pages/index.js';
import type { Words } from '../../hosted-pages/words/en.js';
import type { KnownAccount } from './known-accounts.service.js';

interface AccountsView {
  readonly words: Words;
  readonly path: string;
  readonly csrf: string;
  readonly accounts: readonly KnownAccount[];
}

/**
 * Lists the users whom this browser remembers, each with a button to choose the user and one to make the browser forget
 * the user.
 */
export const accountsView = ({ words, path, csrf, accounts }: AccountsView): Html =>
  html`<ul class="accounts" aria-label="${words.chooseTitle}">
      ${accounts.map(
        ({ sub, userId, name }) =>
          html`<li>
            <form method="post" action="${path}/account">
              ${hidden('csrf', csrf)} ${hidden('account', sub)}
              <button class="plain">
                <span class="initial" aria-hidden="true">${initialOf(name)}</span>
                <span
                  ><strong><bdi>${name}</bdi></strong> <small><bdi>${userId}</bdi></small></span
                >
              </button>
            </form>
            <form method="post" action="${path}/account/forget">
              ${hidden('csrf', csrf)} ${hidden('account', sub)}
              <button class="plain forget" aria-label="${filled(words.chooseForget, { name })}">×</button>
            </form>
          </li>`,
      )}
    </ul>
    <p class="small">${words.chooseShared}</p>`;

const letters = new Intl.Segmenter();
const initialOf = (name: string): string => letters.segment(name)[Symbol.iterator]().next().value?.segment ?? '';
