import { canonicalJson } from './canonical-json.js';

/**
 * The levels of authentication for an answer. 0: none; 1: password or passkey; 3: a passkey with user verification, or
 * attested hardware; 4: the face.
 */
export const authLevels = [0, 1, 3, 4] as const;
export type AuthLevel = (typeof authLevels)[number];

export interface ContentAction {
  readonly label: string;
  /** The value that the answer sends back. */
  readonly action: string;
  readonly authlevel: AuthLevel;
}

export interface ContentBody {
  readonly lng: string;
  readonly subject: string;
  readonly message: string;
  /** The texts of the buttons in this language, by the `label` of the action. */
  readonly label?: Readonly<Record<string, string>>;
}

/** A question to the user, in all its languages. */
export interface Content {
  readonly actions: readonly ContentAction[];
  readonly body: readonly ContentBody[];
}

/**
 * The canonical form (RFC 8785): `actions` in their order, `body` sorted by the code points of `lng`. Devices compute
 * the same form from what they show and sign its digest, so it is stored and served unchanged.
 */
export function canonicalContent({ actions, body }: Content): string {
  const content = {
    actions: actions.map(({ label, action, authlevel }) => ({ label, action, authlevel })),
    body: [...body].sort((a, b) => byCodePoint(a.lng, b.lng)).map(bodyOf),
  };
  return canonicalJson(content);
}

/** Parses the stored canonical form. */
export const readContent = (canonical: string): Content => JSON.parse(canonical) as Content;

const bodyOf = ({ lng, subject, message, label }: ContentBody) => ({
  lng,
  subject,
  message,
  ...(label !== undefined && { label }),
});

/** Compares by code points. Strings compare by UTF-16 units, in which an emoji precedes U+FF01. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [codePointsOf(a), codePointsOf(b)];
  const at = left.findIndex((point, index) => point !== right[index]);
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

const codePointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
