import { type Language as LanguageOf, languagesWith } from '../../../shared/pages/index.js';
import { ar } from './ar.words.js';
import { de } from './de.words.js';
import { en, type Words } from './en.words.js';
import { es } from './es.words.js';

export type Language = LanguageOf<Words>;

export const languages = languagesWith({ en, es, de, ar });
