import { Icon } from '../ui/icon.js';
import { chooseLanguage, LANGUAGES } from '../words/languages.js';
import { language, words } from '../words/words.js';

/** A choice of languages, each named in its own language, for people who read no other. */
export const LanguageChoice = () => (
  <div class="language">
    <Icon name="globe" />
    <select
      aria-label={words.language}
      value={language.tag}
      onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}
    >
      {LANGUAGES.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  </div>
);
