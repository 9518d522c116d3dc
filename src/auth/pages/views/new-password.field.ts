import type { Html } from '../../../shared/kernel/html.js';
import { SHORTEST_PASSWORD } from '../../credentials/passwords/password-text.js';
import { field } from '../../../shared/pages/parts.js';
import type { Words } from '../words/en.js';

/** A password to come. What is wrong with the one before it is what to look at first. */
export const newPasswordField = (words: Words, wrong: string | undefined): Html =>
  field({
    name: 'new_password',
    label: words.newPassword,
    type: 'password',
    autocomplete: 'new-password',
    hint: words.newPasswordHint,
    least: { characters: SHORTEST_PASSWORD, words },
    wrong,
    focus: wrong !== undefined,
  });
