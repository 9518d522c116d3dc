import { randomUUID } from 'node:crypto';
import type { Session } from '../../../src/idv/entities/session.entity.js';
import { SessionResults } from '../../../src/idv/services/session-results.service.js';
import { WebTokens } from '../../../src/idv/services/web-tokens.service.js';
import type { JsonObject } from '../../../src/shared/kernel/json.js';
import { Tenant } from '../../../src/shared/kernel/tenant.js';
import type { TestApplication } from '../application.js';
import { newUser } from '../someone.js';
import { portalOf, type Portal } from '../tokens.js';

export interface Invited {
  readonly userId: string;
  /** The `web_session_id`. */
  readonly token: string;
  readonly url: string;
}

export interface Invitation {
  readonly errorUrl?: string;
  readonly expiresIn?: number;
  readonly payload?: JsonObject;
  readonly user?: object;
}

const TEST = Tenant.of('default', true);

/** An enterprise's portal in test mode: it enrols users and sends them to be verified. */
export class VerificationDesk {
  private constructor(
    private readonly running: TestApplication,
    readonly portal: Portal,
  ) {}

  static async open(running: TestApplication): Promise<VerificationDesk> {
    const scopes = ['users:read', 'users:write', 'idv:read', 'idv:write'];
    return new VerificationDesk(running, await portalOf(running, { scopes, test: true }));
  }

  /** Where the portal takes its users up again. */
  get returnUrl(): string {
    return `${this.running.config.authUrl}/robots.txt?order=7&from=%2Fidv#result`;
  }

  async invite({ user, ...asked }: Invitation = {}): Promise<Invited> {
    const userId = `v-${randomUUID().slice(0, 8)}`;
    const record = { preferredStatus: 'ONBOARDING', firstName: 'Nadia', lastName: 'Benali', ...user };
    await this.#done(this.portal.post('/v1/users', newUser(userId, record)));
    const { token } = await this.running.app.get(WebTokens).open(TEST, {
      userId,
      clientId: this.portal.clientId,
      redirectUrl: this.returnUrl,
      errorUrl: null,
      expiresIn: 900,
      payload: null,
      ...asked,
    });
    return { userId, token, url: `${this.running.config.idvUrl}/IdvWebServer/idvRegistration.htm?token=${token}` };
  }

  async resultOf({ token }: Invited): Promise<Session> {
    return (await this.running.app.get(SessionResults).find(TEST, token)).session;
  }

  async #done(call: Promise<{ status: number; body: any }>): Promise<any> {
    const { status, body } = await call;
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body;
  }
}
