import { Readable } from 'node:stream';
import type { DocumentType } from '@countersign/identity-engine';
import type { BoundChallenge } from '../../src/idv/selfies/challenge.js';
import type { Session } from '../../src/idv/sessions/session.entity.js';
import { DocumentSteps, type Side } from '../../src/idv/documents/document-steps.service.js';
import { SelfieSteps, type SelfieWay } from '../../src/idv/selfies/selfie-steps.service.js';
import { SessionSteps, type StepOutcome } from '../../src/idv/steps/session-steps.service.js';
import { SimulatedEndings } from '../../src/idv/steps/simulated-endings.service.js';
import { Sessions } from '../../src/idv/steps/sessions.service.js';
import type { TestApplication } from './application.js';
import { moveClock } from './clock.js';
import { LinkedFilm } from './idv/linked-film.js';
import { jpegOf } from './pictures.js';

let jpeg: Promise<Buffer> | undefined;
/** How long the page shows a colour. */
const SHOWN_MS = 650;

/** A user in front of the pages, by the services that the pages call. */
export class IdvVisitor {
  readonly #steps: SessionSteps;
  readonly #endings: SimulatedEndings;
  readonly #document: DocumentSteps;
  readonly #selfie: SelfieSteps;
  readonly #sessions: Sessions;

  private constructor(
    private readonly running: TestApplication,
    readonly ownerSecret: string,
  ) {
    const { app } = running;
    this.#steps = app.get(SessionSteps);
    this.#endings = app.get(SimulatedEndings);
    this.#document = app.get(DocumentSteps);
    this.#selfie = app.get(SelfieSteps);
    this.#sessions = app.get(Sessions);
  }

  /** The user whose browser has that secret. */
  static of(running: TestApplication, ownerSecret: string): IdvVisitor {
    return new IdvVisitor(running, ownerSecret);
  }

  static async start(running: TestApplication, token: string): Promise<IdvVisitor> {
    const { ownerSecret } = await running.app.get(Sessions).start(token);
    return new IdvVisitor(running, ownerSecret);
  }

  session = (): Promise<Session> => this.#sessions.owned(this.ownerSecret);

  consent = async (agreed = true): Promise<StepOutcome> => this.#steps.consent(await this.session(), agreed);

  choose = async (type: DocumentType = 'passport', country = 'UTO'): Promise<StepOutcome> =>
    this.#steps.chooseDocument(await this.session(), { type, country });

  another = async (): Promise<StepOutcome> => this.#steps.chooseAnother(await this.session());

  /** The user's own file, as it is. */
  file = async (side: Side, bytes: Buffer): Promise<StepOutcome> =>
    this.#document.addPicture(await this.session(), side, Readable.from([bytes]), true);

  picture = async (side: Side = 'front', session?: Session, bytes?: Buffer): Promise<StepOutcome> =>
    this.#document.addPicture(session ?? (await this.session()), side, Readable.from([bytes ?? (await photo())]));

  confirm = async (answer: 'confirm' | 'retake' = 'confirm'): Promise<StepOutcome> =>
    this.#steps.confirmReading(await this.session(), answer);

  challenge = async (way: SelfieWay = {}): Promise<BoundChallenge> =>
    this.#selfie.beginChallenge(await this.session(), way);

  /** A new film of a challenge. */
  async film(way: SelfieWay = {}): Promise<LinkedFilm> {
    const { nonce } = await this.challenge(way);
    return new LinkedFilm(this.#selfie, this.session, nonce);
  }

  async selfie(way: SelfieWay = {}): Promise<StepOutcome> {
    const film = await this.film(way);
    await film.frame(await photo());
    let shown = 0;
    const showColour = () => {
      shown += SHOWN_MS;
      moveClock(this.running.app, SHOWN_MS);
    };
    try {
      if (way.light) await film.light(await photo(), showColour);
      return await film.finish();
    } finally {
      moveClock(this.running.app, -shown);
    }
  }

  optIn = async (agreed = true, keepFace = false): Promise<StepOutcome> =>
    this.#steps.optIn(await this.session(), { agreed, keepFace });

  cancel = async (): Promise<StepOutcome> => this.#steps.cancel(await this.session());

  extend = async (): Promise<Date> => this.#steps.extend(await this.session());

  simulate = async (): Promise<StepOutcome> => this.#endings.simulate(await this.session());

  /** Everything before the selfie. */
  async toSelfie(): Promise<this> {
    await this.consent();
    await this.choose();
    await this.picture();
    await this.confirm();
    return this;
  }

  /** Everything before the Opt-In; with KYC, before its answer. */
  async toOptIn(): Promise<this> {
    await this.toSelfie();
    await this.selfie();
    return this;
  }
}

const photo = (): Promise<Buffer> => (jpeg ??= jpegOf());
