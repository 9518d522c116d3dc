import { sha256 } from './encoding.js';
import type { Crypto } from './ports.js';
import type { Action, Body } from './types.js';

/** The canonical form of RFC 8785: members sorted by UTF-16 units, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}

/** The content that the user sees. The signature covers exactly these members. */
export interface Shown {
  readonly actions: readonly Action[];
  readonly body: readonly Body[];
}

/**
 * Computes the digest that the user signs. It never comes from the server, so that the user signs exactly what was
 * shown.
 */
export function digestOf(crypto: Crypto, { actions, body }: Shown): Promise<string> {
  const content = {
    actions: actions.map(({ label, action, authlevel }) => ({ label, action, authlevel })),
    body: [...body].sort((a, b) => byCodePoint(a.lng, b.lng)).map(bodyOf),
  };
  return sha256(crypto, canonical(content));
}

const bodyOf = ({ lng, subject, message, label }: Body) => ({
  lng,
  subject,
  message,
  ...(label !== undefined && { label }),
});

/** Compares by code points. The operator `<` compares UTF-16 units, in which an emoji precedes U+FF01. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [Array.from(a, codePoint), Array.from(b, codePoint)];
  const at = left.findIndex((point, index) => point !== right[index]);
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

const codePoint = (character: string): number => character.codePointAt(0) ?? 0;
