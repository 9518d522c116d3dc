import type { DocumentType } from '../documents/document.js';
import type { PictureSignal } from '../signals/picture-signals.js';
import type { LicenceFields } from '../barcode/licence-fields.js';
import type { MrzRead } from '../mrz/mrz-reader.js';
import type { ZoneFields } from '../mrz/zone-fields.js';
import type { NumberedFieldsSeen } from '../numbered/numbered-page.js';
import type { PageArea } from '../page-area.js';
import type { FieldsSeen } from '../viz/printed-fields.js';

export interface ZoneEvidence {
  readonly outcome: MrzRead['outcome'];
  /** Read from a zone that was accepted. */
  readonly fields?: ZoneFields;
  /** Lines of a zone that was accepted. */
  readonly lines?: readonly string[];
  /** Text of a zone whose check digits do not hold: as it is printed, with nothing corrected. */
  readonly asPrinted?: { readonly fields: ZoneFields; readonly lines: readonly string[] };
  /** The number has an O where it may have a nought, or the reverse. */
  readonly ambiguousNumber: boolean;
  /** The geometric mean of the probabilities of all characters. */
  readonly certainty: number;
  /** The share of blinding white within the zone. */
  readonly glare: number;
}

/** All that was found out about the pictures of a document. */
export interface DocumentEvidence {
  /** Chosen by the user. Undefined where nobody was asked. */
  readonly type?: DocumentType;
  readonly zone: ZoneEvidence;
  /** On the front, where the zone is there too. */
  readonly page?: PageArea;
  /** From a PDF417. */
  readonly licence?: LicenceFields;
  /** From the numbered fields of a European licence, with the country that the user chose: its number has the form of it. */
  readonly numbered?: NumberedFieldsSeen & { readonly country: string };
  /** Whether the fields are printed for people too. Absent where nothing was read that could be compared. */
  readonly printed?: FieldsSeen;
  /** Sharpness of the worse picture. */
  readonly sharpness: number;
  readonly brightness: number;
  /** No rule looks at them. */
  readonly signals: readonly PictureSignal[];
}
