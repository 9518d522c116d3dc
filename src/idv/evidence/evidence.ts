const pictureKinds = ['front', 'back', 'selfie', 'portrait'] as const;

/** Subject of a picture: a side of the document, the face in it, the selfie, or a frame of the challenge. */
export type EvidenceKind = (typeof pictureKinds)[number] | `frame-${number}`;

export const EVIDENCE_KIND = new RegExp(`^(?:${pictureKinds.join('|')}|frame-\\d{1,3})$`);

export const isEvidenceKind = (text: string): text is EvidenceKind => EVIDENCE_KIND.test(text);

export interface EvidenceItem {
  readonly kind: EvidenceKind;
  readonly contentType: string;
  readonly bytes: number;
  readonly createdAt: Date;
}

/** The limit of one stored picture. Inspected pictures are far below it. */
export const MOST_EVIDENCE_BYTES = 16 * 1024 * 1024;
