import { type Language as LanguageOf, languagesWith } from '../../../shared/pages/index.js';
import { ar } from './ar.js';
import { de } from './de.js';
import { en, type Words } from './en.js';
import { es } from './es.js';

export type Language = LanguageOf<Words>;

export const languages = languagesWith({ en, es, de, ar });
