import { Readable } from 'node:stream';
import type { Session } from '../../src/idv/sessions/session.entity.js';
import type { Reason } from '../../src/idv/sessions/rules/reasons.js';
import { DocumentSteps } from '../../src/idv/documents/document-steps.service.js';
import { SelfieSteps } from '../../src/idv/selfies/selfie-steps.service.js';
import { SessionRepository } from '../../src/idv/sessions/session.repository.js';
import { SessionSteps } from '../../src/idv/steps/session-steps.service.js';
import { Sessions } from '../../src/idv/steps/sessions.service.js';
import { WebTokens } from '../../src/idv/web-tokens/web-tokens.service.js';
import { Tenant } from '../../src/shared/kernel/index.js';
import { Database } from '../../src/shared/persistence/index.js';
import type { TestApplication } from './application.js';
import { LinkedFilm } from './idv/linked-film.js';
import { jpegOf } from './pictures.js';
import { portalOf, type Portal } from './tokens.js';

export const TEST = Tenant.of('default', true);
let users = 0;

export interface Pictures {
  readonly front: Buffer;
  readonly selfie: Buffer;
}

/** Who is verified, as the enterprise enrols them. */
export interface Enrolled {
  readonly userId: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

interface VisitOptions {
  readonly tenant?: Tenant;
  readonly pictures?: Pictures;
  /** Called before each step that a person takes. */
  readonly pause?: () => void;
}

/** Sessions of users, in test mode where nothing else is said, brought to where a test begins. */
export class Verifications {
  private constructor(
    readonly running: TestApplication,
    readonly portal: Portal,
    private readonly tenant: Tenant,
    private readonly pictures: Pictures,
    private readonly pause: () => void,
  ) {}

  static async of(
    running: TestApplication,
    { tenant = TEST, pictures, pause = () => undefined }: VisitOptions = {},
  ): Promise<Verifications> {
    const scopes = ['users:read', 'users:write', 'idv:read', 'idv:write'];
    const portal = await portalOf(running, { scopes, test: tenant.test, clientName: 'Branch portal' });
    const jpeg = await jpegOf();
    return new Verifications(running, portal, tenant, pictures ?? { front: jpeg, selfie: jpeg }, pause);
  }

  get db(): Database {
    return this.running.app.get(Database);
  }

  /** A session of a new user, with its token. `doubts` make a reviewer decide. */
  async opened(
    settings: object = {},
    person: Enrolled = { userId: `verified-${++users}` },
  ): Promise<{ readonly token: string; readonly session: Session }> {
    await this.portal.post('/v1/users', { ...person, primaryGroup: 'retail', preferredStatus: 'ONBOARDING' });
    const opened = await this.running.app.get(WebTokens).open(this.tenant, {
      userId: person.userId,
      clientId: this.portal.clientId,
      redirectUrl: 'https://portal.example/back',
      errorUrl: null,
      language: null,
      expiresIn: 900,
      payload: { order: 7 },
    });
    await this.db.rows('UPDATE idv.session SET settings = settings || $2::jsonb WHERE session_id = $1', [
      opened.session.sessionId,
      JSON.stringify(settings),
    ]);
    return opened;
  }

  /** All pictures are taken and judged; the user is asked for the Opt-In. */
  async atOptIn(settings: object = {}, person?: Enrolled, country = 'UTO'): Promise<Session> {
    const { app } = this.running;
    const { token } = await this.opened(settings, person);
    this.pause();
    const { ownerSecret } = await app.get(Sessions).start(token);
    const now = () => app.get(Sessions).owned(ownerSecret);
    const picture = (kind: keyof Pictures) => Readable.from([this.pictures[kind]]);
    const [steps, document, selfie] = [app.get(SessionSteps), app.get(DocumentSteps), app.get(SelfieSteps)];
    this.pause();
    await steps.consent(await now(), true);
    this.pause();
    await steps.chooseDocument(await now(), { type: 'passport', country });
    this.pause();
    await document.addPicture(await now(), 'front', picture('front'));
    this.pause();
    await steps.confirmReading(await now(), 'confirm');
    this.pause();
    const { nonce } = await selfie.beginChallenge(await now());
    const film = new LinkedFilm(selfie, now, nonce);
    await film.frame(this.pictures.selfie);
    this.pause();
    await film.finish();
    this.pause();
    return now();
  }

  async optedIn(agreed = true, settings: object = {}, keepFace = false): Promise<Session> {
    const session = await this.atOptIn(settings);
    await this.running.app.get(SessionSteps).optIn(session, { agreed, keepFace });
    return this.current(session);
  }

  /** The engine was not sure: a reviewer has to decide. */
  async inReview(doubts: readonly Reason[] = ['face_mismatch']): Promise<Session> {
    const session = await this.atOptIn();
    await this.db.rows('UPDATE idv.session SET doubts = $2 WHERE session_id = $1', [session.sessionId, doubts]);
    await this.running.app.get(SessionSteps).optIn(session, { agreed: true, keepFace: false });
    return this.current(session);
  }

  /** As the database has it now. */
  async current({ ref }: Pick<Session, 'ref'>): Promise<Session> {
    const found = await this.running.app.get(SessionRepository).find(ref);
    if (!found) throw new Error('The session is gone');
    return found;
  }
}
