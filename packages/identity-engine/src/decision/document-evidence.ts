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
  /** The fields of an accepted machine readable zone. */
  readonly fields?: ZoneFields;
  /** The lines of an accepted machine readable zone. */
  readonly lines?: readonly string[];
  /** The uncorrected text of a machine readable zone whose check digits are wrong. */
  readonly asPrinted?: { readonly fields: ZoneFields; readonly lines: readonly string[] };
  /** Whether the number may contain an O instead of a zero, or a zero instead of an O. */
  readonly ambiguousNumber: boolean;
  /**
   * How certain the reading of the machine readable zone is: the geometric mean of the probabilities of all characters.
   */
  readonly certainty: number;
  /** The share of the machine readable zone that is overexposed. */
  readonly glare: number;
}

/** All findings about the pictures of a document. */
export interface DocumentEvidence {
  /** The type of document that the user chose. Undefined if the user was not asked. */
  readonly type?: DocumentType;
  readonly zone: ZoneEvidence;
  /** Where the page is in the picture of the front. Set only if the machine readable zone is in that picture. */
  readonly page?: PageArea;
  /** The fields of the PDF417 barcode on a driving licence. */
  readonly licence?: LicenceFields;
  /**
   * The numbered fields of a European licence, and the country that the user chose. The number has that country's
   * format.
   */
  readonly numbered?: NumberedFieldsSeen & { readonly country: string };
  /** Whether the fields were also found in the printed text. Absent if there was nothing to compare. */
  readonly printed?: FieldsSeen;
  /** The sharpness of the less sharp of the two pictures. */
  readonly sharpness: number;
  readonly brightness: number;
  /** Signals of manipulation. No rule uses them. */
  readonly signals: readonly PictureSignal[];
}
