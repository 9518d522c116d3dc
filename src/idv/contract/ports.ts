import type { JsonValue } from '../../shared/kernel/index.js';

/** The data to print on a specimen, a document that does not really exist. Dates are `YYYY-MM-DD`. */
export interface Specimen {
  /**
   * TD3 is the data page of a passport, with its machine-readable zone on the front. TD1 is a card, with the zone on
   * the back.
   */
  readonly format: 'TD1' | 'TD3';
  readonly side: 'front' | 'back';
  readonly firstNames: string;
  readonly lastNames: string;
  readonly number: string;
  readonly birthDate: string;
  readonly expiryDate: string;
  /** The photo of the holder, in any supported picture format. */
  readonly portrait: Buffer;
}

/**
 * Draws documents of the fictitious state Utopia, for people who want to try out the verification. They are never
 * accepted from live users.
 */
export abstract class Specimens {
  /** Draws the specimen as a PNG. */
  abstract draw(specimen: Specimen): Promise<Buffer>;

  /** Renders an SVG drawing from our own code to PNG, in a separate program. The service itself does not parse SVG. */
  abstract picture(drawing: string): Promise<Buffer>;
}

/** The moves that a user must make in front of the camera, so that a photo or recording of the user is not accepted. */
export interface FaceChallenge {
  readonly steps: readonly string[];
  readonly nonce: string;
}

/** Verifies users by comparing their face with the template that they chose to have stored. */
export abstract class FaceStepUps {
  /**
   * Returns a challenge. It is `undefined` if the user has no stored face, or if no engine can compare it; sign-in then
   * does not offer the face as a method.
   */
  abstract begin(sub: string, boundTo: string): Promise<FaceChallenge | undefined>;

  /** Whether the user can be verified by their face, that is, whether `begin` would return a challenge. */
  abstract isOffered(sub: string): Promise<boolean>;

  abstract isRight(sub: string, boundTo: string, frames: JsonValue): Promise<boolean>;
}
