interface DocumentForm {
  /** Whether the user must photograph both sides of the document. */
  readonly hasBack: boolean;
}

export const documentForms = {
  passport: { hasBack: false },
  identity_card: { hasBack: true },
  residence_permit: { hasBack: true },
  driving_licence: { hasBack: true },
} as const satisfies Record<string, DocumentForm>;

export type DocumentType = keyof typeof documentForms;

export const documentTypes = Object.keys(documentForms) as readonly DocumentType[];

export const isDocumentType = (value: unknown): value is DocumentType =>
  typeof value === 'string' && Object.hasOwn(documentForms, value);

/**
 * Whether a value is a state code of documents: one to three letters without padding (ICAO 9303-3, section 5; ISO
 * 3166-1).
 */
export const isCountry = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{1,3}$/.test(value);

/**
 * ISO 3166 codes of states, by codes that only ICAO 9303-3, section 5, defines and by codes of their territories.
 */
const STATES: Readonly<Record<string, string>> = {
  ...{ D: 'DEU', RKS: 'XKX', UNK: 'XKX', GBD: 'GBR', GBN: 'GBR', GBO: 'GBR', GBP: 'GBR', GBS: 'GBR' },
  ...{ HKG: 'CHN', MAC: 'CHN', PRI: 'USA' },
};

/** The code of a state for comparison: German documents say D, but users choose DEU. */
export const stateOf = (country: string): string => STATES[country] ?? country;

/** The code of the fictitious state Utopia (ICAO 9303-3, section 5). Its documents belong to nobody. */
export const SPECIMEN_STATE = 'UTO';

export interface DocumentChoice {
  readonly type: DocumentType;
  readonly country: string;
}

/** States whose driving licences can be read by their numbered fields. */
export const numberedLicences = ['DEU', 'ESP', 'GBR'] as const;
export type NumberedLicence = (typeof numberedLicences)[number];

export const isNumberedLicence = (country: string): country is NumberedLicence =>
  (numberedLicences as readonly string[]).includes(country);

/** Whether the back is needed. Licences that are read by their numbered fields have all of them on the front. */
export const hasBack = ({ type, country }: DocumentChoice, byFields: boolean): boolean =>
  documentForms[type].hasBack && !(byFields && type === 'driving_licence' && isNumberedLicence(country));

/**
 * Values of `readBy`. Documents that are read by their numbered fields have no check digits, and nothing else confirms
 * the fields.
 */
export const waysOfReading = ['numbered_fields'] as const;
export type ReadBy = (typeof waysOfReading)[number];

/** The data of a document and its holder. Dates are `YYYY-MM-DD`. */
export type DocumentData = {
  readonly type: DocumentType;
  readonly country: string;
  readonly number: string;
  readonly expiryDate: string | null;
  readonly firstNames: string | null;
  readonly lastNames: string | null;
  readonly birthDate: string | null;
  /** How the document was read. Absent if it was read by its machine readable zone or barcode. */
  readonly readBy?: ReadBy;
  readonly nationality?: string | null;
  readonly sex?: string | null;
};

/**
 * How a field was found in the printed text. `other`: a similar text, altered or misread. `unseen`: nothing similar.
 */
export const printedStates = ['same', 'other', 'unseen'] as const;
export type PrintedState = (typeof printedStates)[number];

/**
 * For each field of the barcode or machine readable zone: whether the printed text shows the same value. A field that
 * was not compared is absent.
 */
export type PrintedFields = {
  readonly [field in 'surname' | 'givenNames' | 'number' | 'birthDate' | 'expiryDate']?: PrintedState;
};

/** A document is valid until its last day has ended everywhere on earth. */
export function isExpired({ expiryDate }: Pick<DocumentData, 'expiryDate'>, now: Date): boolean {
  if (expiryDate === null) return false;
  const twelveHoursLater = Date.parse(`${expiryDate}T23:59:59.999Z`) + 12 * 3_600_000;
  return twelveHoursLater < now.getTime();
}

/** Scores of a result, from 0 to 1, by what they measure, such as `document` or `face`. */
export type Scores = { readonly [name: string]: number };
