import type { DocumentData } from '@countersign/identity-engine';
import {
  type DocumentReader,
  type FaceMatcher,
  LiveEngine,
  type LivenessJudge,
} from '../../src/idv/engines/engine.port.js';
import type {
  ColouredFrame,
  DocumentPictures,
  DocumentReading,
  Engine,
  Frame,
  FaceComparison,
  LivenessJudgement,
} from '../../src/idv/engines/engine.port.js';
import type { TestApplication } from './application.js';

let documents = 1_000_000;

/** Each has a number of its own: a document is good for one user. */
const passport = (): DocumentData => ({
  type: 'passport',
  country: 'UTO',
  number: `X${documents++}`,
  expiryDate: '2099-12-31',
  firstNames: 'ANNA MARIA',
  lastNames: 'ERIKSSON',
  birthDate: '1974-08-12',
});

type Read = Extract<DocumentReading, { outcome: 'read' }>;

/** An engine for live users that sees what the test wants. */
export class FakeEngine implements Engine {
  reading: ((pictures: DocumentPictures) => DocumentReading | Promise<DocumentReading>) | undefined;
  portrayed = true;
  comparison: FaceComparison = { outcome: 'compared', score: 0.95 };
  judgement: LivenessJudgement = { outcome: 'live', selfies: [0], score: 0.97, light: 0.9 };
  /** The frames of colours that it was shown last. */
  lit: readonly ColouredFrame[] = [];
  /** What happens after the moves were seen, and before faces are compared. */
  whileJudging: () => Promise<unknown> = () => Promise.resolve();

  /** The engine of live users, from now on. */
  static install({ app }: TestApplication): FakeEngine {
    const engine = new FakeEngine();
    app.get(LiveEngine).get = () => engine;
    return engine;
  }

  /** The engine of live users is the application's own again. */
  static uninstall({ app }: TestApplication): void {
    Reflect.deleteProperty(app.get(LiveEngine), 'get');
  }

  reads(document: Partial<DocumentData>, more: Partial<Read> = {}): void {
    this.reading = ({ front }) => ({
      outcome: 'read',
      document: { ...passport(), ...document },
      portrait: front,
      scores: { document: 0.9 },
      ...more,
    });
  }

  readonly documents: DocumentReader = {
    reads: () => true,
    read: async (pictures) => {
      const { type, country } = pictures;
      if (this.reading) return this.reading(pictures);
      return { outcome: 'read', document: { ...passport(), type, country }, portrait: pictures.front, scores: {} };
    },
    showsPortrait: () => Promise.resolve(this.portrayed),
  };

  readonly faces: FaceMatcher = {
    compare: () => Promise.resolve(this.comparison),
    describe: () => Promise.resolve(undefined),
    likeness: () => undefined,
    models: ['fake'],
  };

  readonly liveness: LivenessJudge = {
    challenge: () => ['look_straight'], // a move would take time
    judge: async (_challenge, frames: readonly Frame[], _signal, lit: readonly ColouredFrame[] = []) => {
      this.lit = lit;
      for (const frame of [...frames, ...lit]) await frame.read();
      await this.whileJudging();
      return this.judgement;
    },
  };
}
