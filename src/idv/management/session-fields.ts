import type { DocumentData, PrintedFields, PrintedState } from '@countersign/identity-engine';
import { matches } from '../documents/names.js';
import type { SessionFindings } from '../evidence/session-findings.js';

export const fieldSources = ['zone', 'barcode', 'print', 'chip'] as const;
export type FieldSource = (typeof fieldSources)[number];

export const fieldNames = ['firstNames', 'lastNames', 'birthDate', 'number', 'expiryDate', 'country'] as const;
export type FieldName = (typeof fieldNames)[number];

/** A field of a document with its value, and the values in other places with which it is compared. */
export interface ShownField {
  readonly name: FieldName;
  readonly value: string | null;
  /** Where in the document the value was read. Null if a vendor read it. */
  readonly source: FieldSource | null;
  /**
   * Whether the check digit of the field is correct. Null if the field has no check digit. `holds` is the only other
   * value, because a document with an incorrect check digit is never accepted.
   */
  readonly checkDigit: 'holds' | null;
  readonly printed: PrintedState | null;
  /** The value of this field in the user's record in our database. */
  readonly record: string | null;
  readonly agrees: boolean | null;
}

/** The names in the user's record in our database. */
export interface RecordedNames {
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const WITH_CHECK_DIGIT: readonly FieldName[] = ['birthDate', 'number', 'expiryDate'];
const PRINTED: Readonly<Partial<Record<FieldName, keyof PrintedFields>>> = {
  firstNames: 'givenNames',
  lastNames: 'surname',
  birthDate: 'birthDate',
  number: 'number',
  expiryDate: 'expiryDate',
};

export function fieldsOf(
  { document, printed = {}, chip }: SessionFindings,
  record: RecordedNames | undefined,
  byVendor: boolean,
): ShownField[] {
  if (!document) return [];
  const source = byVendor ? null : chip ? 'chip' : sourceOf(document);
  const recorded: Partial<Record<FieldName, string | null>> = {
    firstNames: record?.firstName ?? null,
    lastNames: record?.lastName ?? null,
  };
  return fieldNames.map((name) => {
    const [value, inRecord, shown] = [document[name], recorded[name] ?? null, PRINTED[name]];
    return {
      name,
      value,
      source,
      checkDigit:
        (source === 'zone' || source === 'chip') && value !== null && WITH_CHECK_DIGIT.includes(name) ? 'holds' : null,
      printed: (shown && printed[shown]) ?? null,
      record: inRecord,
      agrees: value === null || inRecord === null ? null : matches(inRecord, value),
    };
  });
}

/**
 * Returns where in the document the fields were read. Driving licences have no machine-readable zone but a PDF417
 * barcode.
 */
function sourceOf({ type, readBy }: DocumentData): FieldSource {
  if (readBy === 'numbered_fields') return 'print';
  return type === 'driving_licence' ? 'barcode' : 'zone';
}
