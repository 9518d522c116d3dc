import { objectIn } from './encoding.js';

/** The query parameters of a URL. Not all platforms have `URL`. */
export function paramsOf(url: string): ReadonlyMap<string, string> {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return new Map(query.split('&').map((part) => [decoded(part, 0), decoded(part, 1)]));
}

function decoded(part: string, at: 0 | 1): string {
  const [name = '', ...rest] = part.split('=');
  try {
    return decodeURIComponent((at === 0 ? name : rest.join('=')).replaceAll('+', ' '));
  } catch {
    return '';
  }
}

export const formOf = (params: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(params)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map((entry) => entry.map(encodeURIComponent).join('='))
    .join('&');

/** The error in the answer of a token endpoint. It never contains a token. */
export function problemOf(body: unknown): { readonly error: string; readonly error_description?: unknown } {
  const { error, error_description } = objectIn(body) ?? {};
  return { error: typeof error === 'string' ? error : 'no answer of ours', error_description };
}
