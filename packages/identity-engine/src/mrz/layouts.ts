import { CHARACTERS, DIGITS, FILLER, LETTERS } from './characters.js';

export type Format = 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B' | 'FRA-ID';

export type FieldName =
  | 'code'
  | 'issuer'
  | 'names'
  | 'givenNames'
  | 'number'
  | 'numberRest'
  | 'nationality'
  | 'birthDate'
  | 'sex'
  | 'expiryDate'
  | 'optional'
  | 'optional2'
  | 'check';

/** `counted` cells count in the next check digit. A `check or empty` cell may be a filler if its field is empty. */
type Role = 'plain' | 'counted' | 'check' | 'check or empty' | 'composite';

export interface Field {
  readonly name: FieldName;
  readonly length: number;
  readonly role: Role;
  readonly alphabets: readonly string[];
}

export interface Cell {
  readonly row: number;
  readonly column: number;
  readonly field: FieldName;
  readonly role: Role;
  readonly alphabet: string;
  /** Whether the cell counts in the composite check digit. */
  readonly inComposite: boolean;
}

export interface Span {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

export interface Layout {
  readonly format: Format;
  readonly columns: number;
  /** The allowed first letters of the document code. */
  readonly first: string;
  /** The cells of the zone, row by row. */
  readonly cells: readonly (readonly Cell[])[];
  readonly spans: ReadonlyMap<FieldName, Span>;
}

const LETTERS_AND_FILLER = LETTERS + FILLER;
const DIGITS_AND_FILLER = DIGITS + FILLER;

const repeated = (alphabet: string, length: number): string[] => Array.from({ length }, () => alphabet);
/** The characters of a date. Unknown parts are fillers. */
const DATE = [DIGITS_AND_FILLER, DIGITS_AND_FILLER, '01<', DIGITS_AND_FILLER, '0123<', DIGITS_AND_FILLER];

const field = (name: FieldName, length: number, alphabet: string, role: Role = 'plain'): Field => ({
  name,
  length,
  role,
  alphabets: repeated(alphabet, length),
});
const date = (name: FieldName): Field => ({ name, length: 6, role: 'counted', alphabets: DATE });

/**
 * The document code. Its first letter depends on the layout (see `Layout.first`). On cards, its second character may be
 * a digit.
 */
const codeWith = (second: string): Field => ({ name: 'code', length: 2, role: 'plain', alphabets: ['', second] });
const code = codeWith(LETTERS_AND_FILLER);
const issuer = field('issuer', 3, LETTERS_AND_FILLER);
const names = (length: number): Field => field('names', length, LETTERS_AND_FILLER);
const number = field('number', 9, CHARACTERS, 'counted');
const nationality = field('nationality', 3, LETTERS_AND_FILLER);
const birth = date('birthDate');
const expiry = date('expiryDate');
const sex = field('sex', 1, 'MF<X');
const check = field('check', 1, DIGITS, 'check');
/** The check digit of the number. A filler in its place means that the number is too long for its field. */
const numberCheck = field('check', 1, DIGITS_AND_FILLER, 'check');
const checkOrEmpty = field('check', 1, DIGITS_AND_FILLER, 'check or empty');
const composite = field('check', 1, DIGITS, 'composite');
const optional = (length: number, role: Role = 'plain'): Field => field('optional', length, CHARACTERS, role);

/**
 * The fields of the number and the optional data. A number longer than its field has a filler instead of the check
 * digit; its rest, the check digit and a filler follow in the optional data.
 */
function numberAndOptional(rest: number, space: number): Field[] {
  if (rest === 0) return [number, numberCheck, optional(space)];
  const filler = field('check', 1, FILLER);
  return [number, filler, field('numberRest', rest, CHARACTERS, 'counted'), check, optional(space - rest - 1)];
}

const NEVER_IN_COMPOSITE: ReadonlySet<FieldName> = new Set(['code', 'issuer', 'names', 'nationality', 'sex']);
const personal = [nationality, birth, check, sex, expiry, check];

export const TD3 = layout('TD3', 'P', [
  [code, issuer, names(39)],
  [number, numberCheck, ...personal, optional(14, 'counted'), checkOrEmpty, composite],
]);
export const MRV_A = layout('MRV-A', 'V', [
  [code, issuer, names(39)],
  [number, numberCheck, ...personal, optional(16)],
]);
export const MRV_B = layout('MRV-B', 'V', [
  [code, issuer, names(31)],
  [number, numberCheck, ...personal, optional(8)],
]);
export const td2 = (rest = 0): Layout => {
  const [first = number, after = check, ...others] = numberAndOptional(rest, 7);
  return layout('TD2', 'ACIP', [
    [code, issuer, names(31)],
    [first, after, ...personal, ...others, composite],
  ]);
};
export const td1 = (rest = 0): Layout =>
  layout('TD1', 'ACI', [
    [codeWith(CHARACTERS), issuer, ...numberAndOptional(rest, 15)],
    [birth, check, sex, expiry, check, nationality, field('optional2', 11, CHARACTERS), composite],
    [names(30)],
  ]);

/**
 * The French identity card of 1995 to 2021: two rows of 36 characters, a composite check digit over all of them, and no
 * expiry date.
 */
export const FRA_ID = layout('FRA-ID', 'I', [
  [code, issuer, names(25), optional(6)],
  [
    field('number', 12, CHARACTERS, 'counted'),
    check,
    field('givenNames', 14, LETTERS_AND_FILLER),
    birth,
    check,
    sex,
    composite,
  ],
]);

function layout(format: Format, first: string, rows: readonly (readonly Field[])[]): Layout {
  const hasComposite = rows.flat().some(({ role }) => role === 'composite');
  const counts = ({ name, role }: Field): boolean =>
    hasComposite && role !== 'composite' && (format === 'FRA-ID' || !NEVER_IN_COMPOSITE.has(name));
  const spans = new Map<FieldName, Span>();
  const cells = rows.map((fields, row) => {
    let column = 0;
    return fields.flatMap((each) => {
      spans.set(each.name, { row, from: column, to: column + each.length });
      return each.alphabets.map((alphabet): Cell => {
        const { name, role } = each;
        return { row, column: column++, field: name, role, alphabet: alphabet || first, inComposite: counts(each) };
      });
    });
  });
  return { format, columns: cells[0]?.length ?? 0, first, cells, spans };
}

export const textOf = (lines: readonly string[], { spans }: Layout, name: FieldName): string => {
  const span = spans.get(name);
  return span ? (lines[span.row] ?? '').slice(span.from, span.to) : '';
};
