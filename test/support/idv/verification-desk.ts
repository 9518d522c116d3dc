import { randomUUID } from 'node:crypto';
import type { IdvSettings } from '../../../src/auth/contract/index.js';
import type { TestApplication } from '../application.js';
import { newUser } from '../someone.js';
import { portalOf, type Portal } from '../tokens.js';

/** The portal to which users return. Nothing answers there: tests only check where the browser wants to go. */
export const PORTAL = 'https://portal.example';
export const RETURN_URL = `${PORTAL}/welcome-back?order=7&from=%2Fidv`;

export interface Invited {
  readonly userId: string;
  /** The token of the verification session (`web_session_id`). */
  readonly token: string;
  readonly url: string;
}

export interface Invitation {
  readonly errorUrl?: string;
  readonly expiresIn?: number;
  readonly payload?: object;
  readonly user?: object;
}

/** An enterprise's portal, in test mode by default: it enrols users and sends them to be verified. */
export class VerificationDesk {
  private constructor(
    private readonly running: TestApplication,
    public portal: Portal,
    private readonly client: OfClient,
  ) {}

  /** `idv` are the verification settings of the portal's client. */
  static async open(running: TestApplication, test = true, idv?: IdvSettings): Promise<VerificationDesk> {
    const client = { test, ...(idv && { idv }) };
    return new VerificationDesk(running, await portalIn(running, client), client);
  }

  async invite({ user, ...asked }: Invitation = {}): Promise<Invited> {
    this.portal = await portalIn(this.running, this.client); // a token lasts five minutes; some specs take longer
    const userId = `v-${randomUUID().slice(0, 8)}`;
    const record = { preferredStatus: 'ONBOARDING', firstName: 'Nadia', lastName: 'Benali', ...user };
    await this.#done(this.portal.post('/v1/users', newUser(userId, record)));
    const opening = { userId, redirectUrl: RETURN_URL, ...asked };
    const { web_session_id: token } = await this.#done(this.portal.post('/v1/idvWebTokens', opening));
    return { userId, token, url: `${this.running.config.idvUrl}/IdvWebServer/idvRegistration.htm?token=${token}` };
  }

  resultOf({ token }: Invited): Promise<any> {
    return this.#done(this.portal.get(`/v1/idvWebTokens/${token}`));
  }

  async #done(call: Promise<{ status: number; body: any }>): Promise<any> {
    const { status, body } = await call;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  }
}

interface OfClient {
  readonly test: boolean;
  readonly idv?: IdvSettings;
}
const portalIn = (running: TestApplication, client: OfClient): Promise<Portal> =>
  portalOf(running, { scopes: ['users:read', 'users:write', 'idv:read', 'idv:write'], ...client });
