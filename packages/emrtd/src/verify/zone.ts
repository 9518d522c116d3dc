import { textOf } from '../encoding/bytes.js';
import { checkDigit } from '../encoding/check-digit.js';
import { childrenOf, tagged } from '../encoding/der.js';
import { Malformed } from '../encoding/malformed.js';
import { groupIn } from './chip-files.js';
import { Refused } from './refusal.js';

/** The machine readable zone in the chip. Dates are YYMMDD, and fillers are removed. */
export interface ChipZone {
  readonly text: string;
  readonly kind: 'TD1' | 'TD2' | 'TD3';
  /** The document code, such as `P`. */
  readonly code: string;
  readonly issuer: string;
  readonly number: string;
  readonly birth: string;
  readonly expiry: string;
  readonly sex: string;
  readonly nationality: string;
  readonly surname: string;
  readonly given: string;
  /** Whether the name fills its field, so that it may be truncated. */
  readonly isNameCut: boolean;
}

type Place = readonly [at: number, length: number];

interface Layout {
  readonly kind: ChipZone['kind'];
  readonly number: Place;
  readonly birth: Place;
  readonly expiry: Place;
  readonly sex: Place;
  readonly nationality: Place;
  readonly issuer: Place;
  readonly names: Place;
  /** The ranges that the composite check digit covers. */
  readonly covered: readonly Place[];
}

/**
 * The layouts of ICAO 9303-4 to -6, by the length of the zone. `digitOverAll` is the position of the composite check
 * digit.
 */
const LAYOUTS: Readonly<Record<number, Layout & { readonly digitOverAll: number }>> = {
  88: {
    kind: 'TD3',
    issuer: [2, 3],
    names: [5, 39],
    number: [44, 9],
    nationality: [54, 3],
    birth: [57, 6],
    sex: [64, 1],
    expiry: [65, 6],
    covered: [
      [44, 10],
      [57, 7],
      [65, 22],
    ],
    digitOverAll: 87,
  },
  72: {
    kind: 'TD2',
    issuer: [2, 3],
    names: [5, 31],
    number: [36, 9],
    nationality: [46, 3],
    birth: [49, 6],
    sex: [56, 1],
    expiry: [57, 6],
    covered: [
      [36, 10],
      [49, 7],
      [57, 14],
    ],
    digitOverAll: 71,
  },
  90: {
    kind: 'TD1',
    issuer: [2, 3],
    number: [5, 9],
    birth: [30, 6],
    sex: [37, 1],
    expiry: [38, 6],
    nationality: [45, 3],
    names: [60, 30],
    covered: [
      [5, 25],
      [30, 7],
      [38, 7],
      [48, 11],
    ],
    digitOverAll: 59,
  },
};

/** Reads DG1, which contains the machine readable zone. */
export function readZone(file: Uint8Array): ChipZone {
  const [found] = childrenOf(groupIn('DG1', file), 2);
  const text = textOf(tagged(found, 0x5f1f).value);
  const layout = LAYOUTS[text.length];
  if (!layout || !/^[A-Z0-9<]+$/.test(text)) throw new Malformed('zone');
  const field = ([at, length]: Place): string => text.slice(at, at + length);
  const value = (place: Place): string => field(place).replace(/<+$/, '');
  checkDigits(text, layout);
  const [surname = '', given = ''] = value(layout.names).split('<<');
  return {
    text,
    kind: layout.kind,
    code: text.slice(0, 2).replace(/<+$/, ''),
    issuer: value(layout.issuer),
    number: value(layout.number) + longNumber(text, layout),
    birth: field(layout.birth),
    expiry: field(layout.expiry),
    sex: field(layout.sex),
    nationality: value(layout.nationality),
    surname: surname.replaceAll('<', ' '),
    given: given.replaceAll('<', ' '),
    isNameCut: !field(layout.names).endsWith('<'),
  };
}

function checkDigits(text: string, layout: Layout & { digitOverAll: number }): void {
  for (const [at, length] of [layout.number, layout.birth, layout.expiry]) {
    const digit = text[at + length];
    // A filler in place of the check digit means a long number: its rest and check digit are in the optional data.
    if (at === layout.number[0] && digit === '<') continue;
    if (digit !== checkDigit(text.slice(at, at + length))) throw new Refused('check_digit', String(at));
  }
  const covered = layout.covered.map(([at, length]) => text.slice(at, at + length)).join('');
  if (text[layout.digitOverAll] !== checkDigit(covered)) throw new Refused('check_digit', 'over all');
}

function longNumber(text: string, { kind, number: [at, length] }: Layout): string {
  if (kind === 'TD3' || text[at + length] !== '<') return '';
  return (
    text
      .slice(at + length + 1)
      .split('<')[0]
      ?.slice(0, -1) ?? ''
  );
}
