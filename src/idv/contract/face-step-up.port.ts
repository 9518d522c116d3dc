import type { JsonValue } from '../../shared/kernel/index.js';

/** The moves that a user must make before the camera, so that a picture or a recording is not accepted as the user. */
export interface FaceChallenge {
  readonly steps: readonly string[];
  readonly nonce: string;
}

/** Compares a face with the template that its user has chosen to keep. */
export abstract class FaceStepUps {
  /**
   * Returns `undefined` if the user has no stored face, or if no engine can compare it. Sign-in then does not offer the
   * face as a method.
   */
  abstract begin(sub: string, boundTo: string): Promise<FaceChallenge | undefined>;

  /** Whether `begin` would return a challenge. */
  abstract isOffered(sub: string): Promise<boolean>;

  abstract isRight(sub: string, boundTo: string, frames: JsonValue): Promise<boolean>;
}
