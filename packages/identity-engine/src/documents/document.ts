interface DocumentForm {
  /** Whether its data are on two sides. */
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

/** An issuing state as documents name it: three letters (ICAO 9303-3, section 5; ISO 3166-1), padded to no length. */
export const isCountry = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{1,3}$/.test(value);

/** Codes of ICAO 9303-3, section 5, that ISO 3166 does not have, and territories whose documents name their state. */
const STATES: Readonly<Record<string, string>> = {
  ...{ D: 'DEU', RKS: 'XKX', UNK: 'XKX', GBD: 'GBR', GBN: 'GBR', GBO: 'GBR', GBP: 'GBR', GBS: 'GBR' },
  ...{ HKG: 'CHN', MAC: 'CHN', PRI: 'USA' },
};

/** One code for all under which the documents of a state are known: German ones say D, and users choose DEU. */
export const stateOf = (country: string): string => STATES[country] ?? country;

/** Utopia: ICAO 9303-3, section 5. No such document is anybody's. */
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

/** The numbered fields are all on the front, and nothing on the back of such a licence is used. */
export const hasBack = ({ type, country }: DocumentChoice, byFields: boolean): boolean =>
  documentForms[type].hasBack && !(byFields && type === 'driving_licence' && isNumberedLicence(country));

/** Printed fields alone: they have no check digits, and nothing else on the document confirms them. */
export const waysOfReading = ['numbered_fields'] as const;
export type ReadBy = (typeof waysOfReading)[number];

/** Statements of a document about its holder. Dates are those of the calendar: `1990-02-28`. */
export type DocumentData = {
  readonly type: DocumentType;
  readonly country: string;
  readonly number: string;
  readonly expiryDate: string | null;
  readonly firstNames: string | null;
  readonly lastNames: string | null;
  readonly birthDate: string | null;
  /** Absent where a machine readable zone or code was read. */
  readonly readBy?: ReadBy;
  readonly nationality?: string | null;
  readonly sex?: string | null;
};

/** `other`: nearly the same is there, altered or read wrongly. `unseen`: nothing like it is there. */
export const printedStates = ['same', 'other', 'unseen'] as const;
export type PrintedState = (typeof printedStates)[number];

/** Fields of a code or zone, and how each is printed for people. */
export type PrintedFields = {
  readonly [field in 'surname' | 'givenNames' | 'number' | 'birthDate' | 'expiryDate']?: PrintedState;
};

/** Until the end of its last day everywhere on earth. */
export function isExpired({ expiryDate }: Pick<DocumentData, 'expiryDate'>, now: Date): boolean {
  if (expiryDate === null) return false;
  const twelveHoursLater = Date.parse(`${expiryDate}T23:59:59.999Z`) + 12 * 3_600_000;
  return twelveHoursLater < now.getTime();
}

/** From 0 to 1, by what was measured: `document`, `face`. They are part of the result. */
export type Scores = { readonly [name: string]: number };
