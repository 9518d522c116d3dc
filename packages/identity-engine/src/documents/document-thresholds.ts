/** From where on a document is taken without a person, or at all. Shares are from 0 to 1, as the scores of a result are. */
export interface DocumentThresholds {
  /** Below it, a document that is not confirmed by what is printed for people is to be shown again. */
  readonly leastSharpness: number;
  /** Below it, a document is a doubt even if all of it was read. */
  readonly clearSharpness: number;
  /** Below it, a machine readable zone is a doubt. Zones with less than the default are never taken for read. */
  readonly leastCertainty: number;
  /** Share of the zone: with more blinding white, it is a doubt. */
  readonly mostGlare: number;
  /** Number of fields printed for people that need not be found. One that is nearly the same is never taken. */
  readonly mostUnseenFields: number;
}

export const defaultThresholds: DocumentThresholds = {
  leastSharpness: 0.075,
  clearSharpness: 0,
  leastCertainty: 0.88,
  mostGlare: 0.25,
  mostUnseenFields: 0,
};

/** Sessions that were opened by an earlier version have none. */
export function thresholdsIn(settings: Partial<DocumentThresholds>): DocumentThresholds {
  const { leastSharpness, clearSharpness, leastCertainty, mostGlare, mostUnseenFields } = {
    ...defaultThresholds,
    ...settings,
  };
  return { leastSharpness, clearSharpness, leastCertainty, mostGlare, mostUnseenFields };
}
