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
  /** Any picture that can be read. */
  readonly portrait: Buffer;
}

/** Draws documents of Utopia, for whoever tries the verification. They are refused for live users. */
export abstract class Specimens {
  /** Returns a PNG. */
  abstract draw(specimen: Specimen): Promise<Buffer>;

  /** SVG of our own as PNG: the service itself reads none. */
  abstract picture(drawing: string): Promise<Buffer>;
}
