import { Inject, Injectable } from '@nestjs/common';
import type { Adapter } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import { Database } from '../../../shared/persistence/index.js';
import { BlindIndex, type RateLimiter, SharedLimits } from '../../../shared/security/index.js';
import { ApprovalRepository } from '../../approvals/approval.repository.js';
import { GrantRevocation } from '../../grants/grant-revocation.service.js';
import { LoginSessionTermination } from '../../sessions/login-session-termination.service.js';
import { idHash, NewGrants, ReadAhead } from './engine.record.js';
import { type DeviceCodeGuards, StoredDeviceCodes } from '../device/stored-device-codes.adapter.js';
import { GrantedModel, StoredCodes, StoredGrants } from './stored-grants.adapter.js';
import { StoredBackchannelRequests } from './stored-backchannel-requests.adapter.js';
import { StoredRefreshTokens } from './stored-refresh-tokens.adapter.js';
import { Redemptions } from './redemptions.service.js';
import { StoredInteractions, StoredSessions } from './stored-sessions.adapter.js';
import { StoredModel, type Storage } from './stored-model.adapter.js';

/** Stores the engine's data: codes, refresh and opaque tokens, grants, sessions, interactions, pushed requests. */
@Injectable()
export class EngineStore {
  readonly #storage: Storage;
  readonly #begun: RateLimiter;
  readonly #devices: DeviceCodeGuards;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly db: Database,
    ending: GrantRevocation,
    sessions: LoginSessionTermination,
    redemptions: Redemptions,
    private readonly approvals: ApprovalRepository,
    limits: SharedLimits,
    index: BlindIndex,
  ) {
    this.#storage = { db, ending, sessions, redemptions, ahead: new ReadAhead(), newGrants: new NewGrants() };
    this.#begun = limits.limiter({
      name: 'authorization-address',
      perSecond: config.authorizationAddressRate / 60,
      burst: config.authorizationAddressBurst,
    });
    const wrong = limits.limiter({ name: 'device-code-address', perSecond: 10 / 60, burst: 20 });
    this.#devices = { index, begun: this.#begun, wrong };
  }

  adapterFor(model: string): Adapter {
    if (model === 'Session') return new StoredSessions(model, this.#storage, this.config.sessionIdle);
    if (model === 'Interaction') return new StoredInteractions(model, this.#storage, this.#begun);
    if (model === 'BackchannelAuthenticationRequest')
      return new StoredBackchannelRequests(model, this.#storage, this.approvals);
    if (model === 'DeviceCode') return new StoredDeviceCodes(model, this.#storage, this.#devices);
    const Model = MODELS[model] ?? StoredModel;
    return new Model(model, this.#storage);
  }

  /**
   * Records the use of a DPoP proof, an assertion or another single-use JWT. Returns false if it was used before. Uses
   * a single statement, so that only one of two concurrent uses succeeds.
   */
  async firstUse(issuer: string, id: string, expiresAt: number): Promise<boolean> {
    const rows = await this.db.rows(
      `INSERT INTO auth.engine_record (model, id_hash, payload, expires_at)
       VALUES ('ReplayDetection', $1, '{}', to_timestamp($2)) ON CONFLICT DO NOTHING RETURNING 1`,
      [idHash(`${issuer} ${id}`), expiresAt],
    );
    return rows.length > 0;
  }
}

const MODELS: Readonly<Record<string, typeof StoredModel>> = {
  AccessToken: GrantedModel,
  AuthorizationCode: StoredCodes,
  Grant: StoredGrants,
  RefreshToken: StoredRefreshTokens,
};
