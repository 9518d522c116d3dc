import { languagesWith, type Language as LanguageOf } from '../../../shared/pages/words/languages.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en, type Words } from './en.js';
import { es } from './es.js';

export type Language = LanguageOf<Words>;

export const languages = languagesWith({ en, es, de, ar });
