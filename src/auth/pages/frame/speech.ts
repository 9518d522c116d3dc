import type { IncomingMessage } from 'node:http';
import type { Config } from '../../../config.js';
import { acceptedLanguages, languageOf, type Language } from '../words/languages.js';
import { cookieName, cookieOf } from './cookies.js';

/** The language that was chosen on a page before everything else, then what the application asks for, then the browser. */
export function spokenTo(request: IncomingMessage, config: Config, uiLocales?: unknown): Language {
  const chosen = cookieOf(request, cookieName(config, 'language'));
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : [];
  return languageOf(chosen, ...asked, ...acceptedLanguages(request.headers['accept-language']));
}
