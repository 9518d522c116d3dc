const pictureKinds = ['front', 'back', 'selfie', 'portrait', 'earlier'] as const;
/**
 * The files of a chip, together with the challenge and the responses of the chip. With them, anybody can verify the
 * document again.
 */
const CHIP = 'chip';

/**
 * The kind of an item of evidence: a side of the document, the previous front of a card, the face on the document, the
 * selfie, a frame of the challenge, or the files of a chip.
 */
export type EvidenceKind = (typeof pictureKinds)[number] | typeof CHIP | `frame-${number}`;

/** The kinds that show the document. They are removed when the user chooses another document. */
export const documentKinds = ['front', 'back', 'earlier', 'portrait', CHIP] as const satisfies readonly EvidenceKind[];

/** The kinds that show the film of a selfie. They are removed when the film is begun again. */
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
