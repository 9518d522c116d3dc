import type { JsonValue } from '../../shared/kernel/index.js';

/** Moves that a user makes before the camera to show who is there. */
export interface FaceChallenge {
  readonly steps: readonly string[];
  readonly nonce: string;
}

/** Compares a face with the template that its user has chosen to keep. */
export abstract class FaceStepUps {
  /**
   * `undefined` for a user without a stored face, and if no engine is installed to compare it. The method is then not
   * offered.
   */
  abstract begin(sub: string, boundTo: string): Promise<FaceChallenge | undefined>;

  /** Whether `begin` would return a challenge. */
  abstract isOffered(sub: string): Promise<boolean>;

  abstract isRight(sub: string, boundTo: string, frames: JsonValue): Promise<boolean>;
}
