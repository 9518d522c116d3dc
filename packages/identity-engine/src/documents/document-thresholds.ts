/**
 * Limits above or below which a document needs a person's review, or is refused. Shares are from 0 to 1, like the
 * scores in a result.
 */
export interface DocumentThresholds {
  /** Below this sharpness, a document that its printed text does not confirm must be shown again. */
  readonly leastSharpness: number;
  /** Below this sharpness, a document is doubtful even if it was read completely. */
  readonly clearSharpness: number;
  /**
   * Below this certainty, a machine-readable zone is doubtful. A value below 0.88 has no effect, because the engine
   * never accepts a zone of less certainty.
   */
  readonly leastCertainty: number;
  /** If more than this share of the machine-readable zone is overexposed, glare may hide a part of it. */
  readonly mostGlare: number;
  /** How many printed fields may be missing. A printed field that differs slightly is never tolerated. */
  readonly mostUnseenFields: number;
}

export const defaultThresholds: DocumentThresholds = {
  leastSharpness: 0.075,
  clearSharpness: 0,
  leastCertainty: 0.88,
  mostGlare: 0.25,
  mostUnseenFields: 0,
};

/** Fills in the defaults, because sessions of an earlier version have no thresholds. */
export function thresholdsIn(settings: Partial<DocumentThresholds>): DocumentThresholds {
  const { leastSharpness, clearSharpness, leastCertainty, mostGlare, mostUnseenFields } = {
    ...defaultThresholds,
    ...settings,
  };
  return { leastSharpness, clearSharpness, leastCertainty, mostGlare, mostUnseenFields };
}
