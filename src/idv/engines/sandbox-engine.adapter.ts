import { randomInt } from 'node:crypto';
import { type ChallengeMove, challengeMoves, type DocumentData, type DocumentType } from '@countersign/identity-engine';
import { DocumentReader, FaceMatcher, LivenessJudge } from './engine.port.js';
import type {
  ColouredFrame,
  DocumentPictures,
  DocumentReading,
  Draw,
  Engine,
  FaceComparison,
  Frame,
  Holder,
  FaceTemplate,
  LivenessJudgement,
} from './engine.port.js';

/** The name of the holder of the specimen documents in ICAO 9303. */
export const SPECIMEN_HOLDER = { firstName: 'ANNA MARIA', lastName: 'ERIKSSON' };
const NUMBERS: Readonly<Record<DocumentType, string>> = {
  passport: 'L898902C3',
  identity_card: 'D23145890',
  residence_permit: 'R77120453',
  driving_licence: 'DL4471902',
};
const YEARS_VALID = 5;
const MOVES = 3;

/** The confidence that the sandbox reports for every result, regardless of the picture. */
const SURE = 0.99;
const SANDBOX_MODEL = 'sandbox';

class SandboxDocumentReader extends DocumentReader {
  reads(): boolean {
    return true;
  }

  read({ front, type, country, holder }: DocumentPictures): Promise<DocumentReading> {
    const document = specimen(type, country, holder);
    return Promise.resolve({ outcome: 'read', document, portrait: front, scores: { document: SURE } });
  }

  showsPortrait(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

class SandboxFaceMatcher extends FaceMatcher {
  readonly models = [SANDBOX_MODEL] as const;

  compare(): Promise<FaceComparison> {
    return Promise.resolve({ outcome: 'compared', score: SURE });
  }

  describe(): Promise<FaceTemplate> {
    return Promise.resolve({ model: SANDBOX_MODEL, values: [] });
  }

  likeness(one: FaceTemplate, other: FaceTemplate): number | undefined {
    return one.model === SANDBOX_MODEL && other.model === SANDBOX_MODEL ? SURE : undefined;
  }
}

class SandboxLivenessJudge extends LivenessJudge {
  challenge(draw: Draw = randomInt): ChallengeMove[] {
    const left = challengeMoves.filter((move) => move !== 'look_straight');
    const drawn = Array.from({ length: MOVES }, () => left.splice(draw(left.length), 1)).flat();
    return ['look_straight', ...drawn];
  }

  judge(
    _challenge: readonly ChallengeMove[],
    frames: readonly Frame[],
    _signal: AbortSignal,
    lit: readonly ColouredFrame[] = [],
  ): Promise<LivenessJudgement> {
    const [first] = frames;
    return Promise.resolve(
      first
        ? { outcome: 'live', selfies: [first.number], score: SURE, ...(lit.length > 0 && { light: SURE }) }
        : { outcome: 'retry', reason: 'liveness_failed' },
    );
  }
}

/**
 * The engine for test mode. Regardless of the picture, it reads a specimen in the user's own name, and accepts every
 * face.
 */
export const sandboxEngine: Engine = {
  documents: new SandboxDocumentReader(),
  faces: new SandboxFaceMatcher(),
  liveness: new SandboxLivenessJudge(),
};

export function specimen(type: DocumentType, country: string, { firstName, lastName }: Holder): DocumentData {
  const known = firstName !== null || lastName !== null;
  return {
    type,
    country,
    number: NUMBERS[type],
    expiryDate: `${new Date().getUTCFullYear() + YEARS_VALID}-12-31`,
    firstNames: known ? firstName : SPECIMEN_HOLDER.firstName,
    lastNames: known ? lastName : SPECIMEN_HOLDER.lastName,
    birthDate: '1974-08-12',
    nationality: country,
    sex: 'F',
  };
}
