import type { Language } from '../../shared/pages/index.js';
import type { SessionOrigin } from './session-origins.service.js';

/** The country, if it is known, and the network. */
export function placeInWords(
  { locale }: Pick<Language, 'locale'>,
  { network, country }: SessionOrigin,
): string | undefined {
  const name = country === undefined ? undefined : new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  return [name, network].filter(Boolean).join(', ') || undefined;
}
