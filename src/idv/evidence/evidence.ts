const pictureKinds = ['front', 'back', 'selfie', 'portrait', 'earlier'] as const;
/** The files of a chip, with the challenge to it and its answers. With them anybody can check the document again. */
const CHIP = 'chip';

/**
 * The kind of a piece of evidence: a side of the document, the previous front of a card, the face on the document, the
 * selfie, a frame of the challenge, or the files of a chip.
 */
export type EvidenceKind = (typeof pictureKinds)[number] | typeof CHIP | `frame-${number}`;

export const EVIDENCE_KIND = new RegExp(`^(?:${pictureKinds.join('|')}|${CHIP}|frame-\\d{1,3})$`);

export const isEvidenceKind = (text: string): text is EvidenceKind => EVIDENCE_KIND.test(text);

export const contentTypeOf = (kind: EvidenceKind): string => (kind === CHIP ? 'application/json' : 'image/jpeg');

/** The files of a chip are stored like pictures, but are not pictures. */
export const isPicture = ({ kind }: { readonly kind: EvidenceKind }): boolean => kind !== CHIP;

export interface EvidenceItem {
  readonly kind: EvidenceKind;
  readonly contentType: string;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** The limit of one stored picture. Inspected pictures are far below it. */
export const MOST_EVIDENCE_BYTES = 16 * 1024 * 1024;
