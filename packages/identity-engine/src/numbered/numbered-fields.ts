import { isNumberedLicence } from '../documents/document.js';
import { rowsOf, type PrintedLine } from '../viz/page-text.js';
import type { TextBox } from '../viz/text-detector.js';
import { withoutAccents } from '../viz/printed-text.js';
import { licenceForms } from './licence-numbers.js';

/** The fields on the front of a European driving licence, by their printed numbers. Dates are `YYYY-MM-DD`. */
export interface NumberedFields {
  readonly surname: string;
  readonly givenNames: string;
  readonly birthDate: string;
  readonly issueDate: string;
  readonly expiryDate: string;
  readonly number: string;
  readonly categories: string;
}

const LABEL = /^(1|2|3|4[ABCD]|[5-9])[.,:\s]\s*(?=\S)/;
/** The place in a row of text where the label of a second field begins. */
const NEXT = /\s+(?=4[ABCD][.,:\s])/;
const WANTED = ['1', '2', '3', '4A', '4B', '5', '9'] as const;
/** How far to the right of the labels the continuation of a field may start, in line heights. */
const INDENT = 12;

interface Field {
  readonly text: string;
  readonly box: TextBox;
}

export const folded = (text: string): string => withoutAccents(text).toUpperCase().trim();

/**
 * Reads the fields of a page. Undefined unless each required field occurs once, in the order of the page, and all are
 * consistent. `unsure`: areas with text that was not read with certainty.
 */
export function numberedFieldsIn(
  lines: readonly PrintedLine[],
  unsure: readonly TextBox[],
  country: string,
  today: Date,
): NumberedFields | undefined {
  const form = isNumberedLicence(country) ? licenceForms[country] : undefined;
  const rows = rowsIn(lines);
  if (!form || !rows.some(({ text }) => text.replace(/\s/g, '').includes(form.title))) return undefined;
  const fields = labelled(rows);
  if (!fields || !isInOrder(fields) || goesOn(fields, rows, unsure)) return undefined;
  const read = valuesOf((label) => fields.get(label)?.text ?? '');
  if (!read || !isConsistent(read, today)) return undefined;
  const [number, ...others] = (form.byPlace ? spellingsOf(read.number) : [read.number]).filter((spelling) =>
    form.holds(spelling, read),
  );
  return number !== undefined && others.length === 0 ? { ...read, number } : undefined;
}

const ALIKE: Readonly<Record<string, string>> = { O: 'O0', '0': '0O', I: 'I1', '1': '1I' };
const MOST_ALIKE = 6;

/** All readings of a number whose O and I may be 0 and 1. Too many such characters give none. */
function spellingsOf(number: string): string[] {
  if (Array.from(number).filter((character) => character in ALIKE).length > MOST_ALIKE) return [];
  return Array.from(number).reduce<string[]>(
    (starts, character) =>
      starts.flatMap((start) => Array.from(ALIKE[character] ?? character).map((one) => start + one)),
    [''],
  );
}

function rowsIn(lines: readonly PrintedLine[]): Field[] {
  const rows = rowsOf(lines);
  const alone = lines.filter(({ box }) => !rows.some((row) => isWithin(box, row.box)));
  return [...rows, ...alone].map(({ text, box }) => ({ text: folded(text), box }));
}

const isWithin = (one: TextBox, other: TextBox): boolean =>
  one.x0 >= other.x0 && one.x1 <= other.x1 && one.y0 >= other.y0 && one.y1 <= other.y1;

/** The fields by label. Undefined if a required one is missing, or any occurs twice. */
function labelled(rows: readonly Field[]): Map<string, Field> | undefined {
  const fields = new Map<string, Field>();
  for (const { text, box } of rows) {
    for (const part of text.split(NEXT)) {
      const label = LABEL.exec(part);
      if (!label?.[1]) continue;
      if (fields.has(label[1])) return undefined;
      fields.set(label[1], { text: part.slice(label[0].length), box });
    }
  }
  return WANTED.every((label) => fields.has(label)) ? fields : undefined;
}

function isInOrder(fields: ReadonlyMap<string, Field>): boolean {
  const tops = WANTED.map((label) => fields.get(label)?.box.y0 ?? 0);
  const sameRow = 2; // in pixels: how much higher field 4b may be printed than field 4a in the same row
  return tops.every((top, i) => i === 0 || top > (tops[i - 1] ?? 0) - (i === 4 ? sameRow : 0));
}

/**
 * Whether the names may continue in a row without label, or in text that could not be read. The names would then be
 * incomplete.
 */
function goesOn(fields: ReadonlyMap<string, Field>, rows: readonly Field[], unsure: readonly TextBox[]): boolean {
  const [first, last] = [fields.get('1')?.box, fields.get('3')?.box];
  if (!first || !last) return true;
  const height = first.y1 - first.y0;
  const others = [...rows.filter(({ text }) => !LABEL.test(text)).map(({ box }) => box), ...unsure];
  return others.some((box) => {
    const middle = (box.y0 + box.y1) / 2;
    return middle > first.y0 && middle < last.y0 && box.x0 > first.x0 - height && box.x0 < first.x0 + INDENT * height;
  });
}

const NAME = /^[A-Z][A-Z' -]+$/;
const TITLES = /^(?:MR|MRS|MS|MISS|DR)\.? /;
const CATEGORIES = /^(?=.*[ABCDT])[A-Z0-9/,.+ ]+$/;

function valuesOf(of: (label: (typeof WANTED)[number]) => string): NumberedFields | undefined {
  const [surname, givenNames] = [nameIn(of('1')), nameIn(of('2')).replace(TITLES, '')];
  const [issueDate, expiryDate] = [dateIn(of('4A'), '20'), dateIn(of('4B'), '20')];
  const birthDate = issueDate && birthDateIn(of('3'), issueDate);
  const number = of('5').replace(/[\s-]/g, '');
  const categories = of('9').trim();
  const areNames = NAME.test(surname) && NAME.test(givenNames);
  if (!areNames || !birthDate || !issueDate || !expiryDate || !CATEGORIES.test(categories)) return undefined;
  return { surname, givenNames, birthDate, issueDate, expiryDate, number, categories };
}

/** Replaces 0 with O, because names contain no digits and only O looks like 0. */
const nameIn = (text: string): string => text.replaceAll('0', 'O');

const DATE = /^(\d\d)[.\-/ ](\d\d)[.\-/ ](\d{4}|\d\d)(?!\d)/;

function dateIn(text: string, century: string): string | undefined {
  const [, day, month, year] = DATE.exec(text) ?? [];
  if (!day || !month || !year) return undefined;
  const date = `${year.length === 2 ? century : ''}${year}-${month}-${day}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
}

const YOUNGEST = 15;
const OLDEST = 110;
const YEARS_VALID = 16;

const yearsLater = (date: string, years: number): string => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;

/** The birth date. For a two-digit year, the century in which the holder had a driver's age at the date of issue. */
const birthDateIn = (text: string, issued: string): string | undefined =>
  [dateIn(text, '20'), dateIn(text, '19')].find(
    (date) => date !== undefined && yearsLater(date, YOUNGEST) <= issued && yearsLater(date, OLDEST) > issued,
  );

const isConsistent = ({ issueDate, expiryDate }: NumberedFields, today: Date): boolean =>
  issueDate <= today.toISOString().slice(0, 10) &&
  issueDate < expiryDate &&
  expiryDate <= yearsLater(issueDate, YEARS_VALID);
