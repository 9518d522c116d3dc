/** Text printed on a document that does not exist. Dates are `YYYY-MM-DD`. */
export interface Specimen {
  /** A passport has its zone on the front, a card on its back. */
  readonly format: 'TD1' | 'TD3';
  readonly side: 'front' | 'back';
  readonly firstNames: string;
  readonly lastNames: string;
  readonly number: string;
  readonly birthDate: string;
  readonly expiryDate: string;
  /** A picture in any supported format. */
  readonly portrait: Buffer;
}

/** Draws documents of the fictitious state Utopia, for people who try the verification. Live users cannot use them. */
export abstract class Specimens {
  /** Returns a PNG. */
  abstract draw(specimen: Specimen): Promise<Buffer>;

  /** Renders a drawing of ours (SVG) to PNG. The service itself reads no SVG. */
  abstract picture(drawing: string): Promise<Buffer>;
}
