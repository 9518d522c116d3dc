import { type FieldError, isVisibleProse } from '../../shared/kernel/index.js';
import { isPlainUri } from '../client/client-profile.js';
import { ALL, knownScopes, SCOPE_NAME } from '../tokens/token-plan.js';

export { SCOPE_NAME };

export const scopeAudiences = ['user', 'service'] as const;
export type ScopeAudience = (typeof scopeAudiences)[number];

export const accessTokenFormats = ['jwt', 'opaque'] as const;
export type AccessTokenFormat = (typeof accessTokenFormats)[number];

/** A scope of an enterprise's own API. */
export interface ApiScope {
  readonly name: string;
  /** `user`: users grant the scope on the consent page. `service`: a client obtains it on its own behalf. */
  readonly audience: ScopeAudience;
  /** Descriptions for the consent page, by language. */
  readonly description: Readonly<Record<string, string>>;
}

export const LONGEST_DESCRIPTION = 140;

/** Scope names that the service or OpenID Connect already uses. */
const RESERVED_SCOPES = new Set([...knownScopes, ALL, 'address']);

/** Finds scopes with a reserved or repeated name, or without a usable description. */
export function scopeFaults(scopes: readonly ApiScope[]): FieldError[] {
  const names = scopes.map(({ name }) => name);
  return scopes.flatMap(({ name, description }, at) => [
    ...(RESERVED_SCOPES.has(name) ? [fault(`/scopes/${at}/name`, 'This name is reserved. Choose another one.')] : []),
    ...(names.indexOf(name) < at ? [fault(`/scopes/${at}/name`, 'Must be unique.')] : []),
    ...descriptionFaults(description, `/scopes/${at}/description`),
  ]);
}

function descriptionFaults(texts: ApiScope['description'], pointer: string): FieldError[] {
  if (!Object.hasOwn(texts, 'en')) return [fault(pointer, 'Must have a text in English (en).')];
  return Object.entries(texts).flatMap(([language, text]) => [
    ...(isLanguage(language) ? [] : [fault(pointer, 'Each name must be a language tag, such as en or de-AT.')]),
    ...(isVisibleProse(text) ? [] : [fault(`${pointer}/${language}`, 'Must not contain hidden characters.')]),
  ]);
}

/** Accepts language tags only in their canonical form, so that no language occurs twice. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

/**
 * Finds errors in the resource URL of an API. URLs are compared character by character (RFC 8707, section 2), so they
 * must be in canonical form.
 */
export function resourceFault(resource: string, ours: readonly string[]): string | undefined {
  if (!isPlainUri(resource)) return 'Must be an absolute URI without fragment, credentials or wildcard.';
  const { href, origin, protocol } = new URL(resource);
  if (href !== resource && href !== `${resource}/`) return `Write it in its plain form: ${href}`;
  if (protocol === 'http:' && !LOOPBACK.test(resource)) return 'Must use https, or http on the loopback address.';
  const isOurs = ours.some((url) => new URL(url).origin === origin) || (protocol === 'urn:' && OURS.test(resource));
  return isOurs ? 'This address belongs to the service itself. Use the address of your own API.' : undefined;
}

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?:\/|$)/;
const OURS = /^urn:countersign:/i;

const fault = (pointer: string, detail: string): FieldError => ({ pointer, detail });
