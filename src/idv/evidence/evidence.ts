const pictureKinds = ['front', 'back', 'selfie', 'portrait', 'earlier'] as const;
/**
 * The kind of evidence that contains the files of a chip, the challenge, and the chip's responses. With it, anybody can
 * verify the chip's signatures again.
 */
const CHIP = 'chip';

/**
 * The kind of an item of evidence: a side of the document, the previous front of a card, the face on the document, the
 * selfie, a frame of the challenge, or the files of a chip.
 */
export type EvidenceKind = (typeof pictureKinds)[number] | typeof CHIP | `frame-${number}`;

/** The kinds of evidence that show the document. They are removed when the user chooses another document. */
export const documentKinds = ['front', 'back', 'earlier', 'portrait', CHIP] as const satisfies readonly EvidenceKind[];

/**
 * The kind of the files of a chip. They are stored before the chip is judged, and are removed when its reading is refused
 * or given up, or when the document is photographed again.
 */
export const chipKinds = (): readonly EvidenceKind[] => [CHIP];

/** The kinds of the frames of a recorded selfie. They are removed when the user starts a new recording. */
export const frameKinds: readonly EvidenceKind[] = Array.from({ length: 100 }, (_, n) => `frame-${n}` as const);

export const EVIDENCE_KIND = new RegExp(`^(?:${pictureKinds.join('|')}|${CHIP}|frame-\\d{1,3})$`);

export const isEvidenceKind = (text: string): text is EvidenceKind => EVIDENCE_KIND.test(text);

export const contentTypeOf = (kind: EvidenceKind): string => (kind === CHIP ? 'application/json' : 'image/jpeg');

/** Whether an item of evidence is a picture. The files of a chip are stored like pictures, but are not pictures. */
export const isPicture = ({ kind }: { readonly kind: EvidenceKind }): boolean => kind !== CHIP;

export interface EvidenceItem {
  readonly kind: EvidenceKind;
  readonly contentType: string;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** Maximum size of one stored picture, in bytes. Inspected pictures are far smaller. */
export const MOST_EVIDENCE_BYTES = 16 * 1024 * 1024;
