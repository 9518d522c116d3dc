import { Client } from '../../src/auth/client/client.entity.js';
import type { IdvSettings, KycSettings } from '../../src/auth/contract/index.js';
import { ClientRegistry } from '../../src/auth/client/client-registry.service.js';
import { UnitOfWork } from '../../src/shared/persistence/index.js';
import { Sealer } from '../../src/shared/security/index.js';
import type { TestApplication } from './application.js';
import { portalOf, type Answer, type Portal, type PortalOptions } from './tokens.js';

const SCOPES = ['users:read', 'users:write', 'idv:read', 'idv:write'];

export const BACK = 'https://portal.example/back';

/** An enterprise's server that verifies its users, in test mode unless told otherwise. */
export async function idvPortalOf(running: TestApplication, options: Partial<PortalOptions> = {}) {
  const portal = await portalOf(running, { scopes: SCOPES, test: true, ...options });
  return new IdvPortal(running, portal);
}

export class IdvPortal {
  constructor(
    private readonly running: TestApplication,
    readonly api: Portal,
  ) {}

  /** As `PATCH /v1/clients` would, but an endpoint without TLS is taken too. */
  async configure(idv: IdvSettings | null, kyc: Partial<KycSettings> | null = null): Promise<void> {
    const { app } = this.running;
    const { clientId } = this.api;
    const settings = kyc && { url: '', headers: {}, auth: { type: 'none' }, timeoutMs: 30_000, ...kyc };
    const sealed = settings && app.get(Sealer).sealJson(settings, Client.sealContext(clientId));
    await app.get(UnitOfWork).run(async (tx) => {
      const client = await tx.lock(Client, { clientId });
      await tx.save(Object.assign(client!, { idv, sealedKyc: sealed }));
    });
    app.get(ClientRegistry).forget(clientId);
  }

  /** A user who waits for a verification. */
  async enrol(userId: string, fields: object = {}): Promise<string> {
    const body = { userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING', ...fields };
    const { status } = await this.api.post('/v1/users', body);
    if (status !== 201) throw new Error(`${userId} was not enrolled: ${status}`);
    return userId;
  }

  open = (userId: string, fields: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
    this.api.post('/v1/idvWebTokens', { userId, redirectUrl: BACK, ...fields }, headers);

  /** The `web_session_id` of a new session, of a new user unless one is named. */
  async token(userId: string, fields: object = {}): Promise<string> {
    const { status, body } = await this.open(userId, fields);
    if (status !== 201) throw new Error(`No session was opened: ${status} ${JSON.stringify(body)}`);
    return (body as { web_session_id: string }).web_session_id;
  }

  result = (token: string): Promise<Answer> => this.api.get(`/v1/idvWebTokens/${token}`);

  cancel = (token: string): Promise<Answer> => this.api.post(`/v1/idvWebTokens/${token}/cancel`);

  complete = (userId: string): Promise<Answer> => this.api.put(`/v1/users/${userId}/status`, { status: 'CREATED' });
}
