import { type AdapterPayload, errors, type Grant, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Approval, ApprovedBy } from '../../approvals/approval.entity.js';
import { REFUSALS } from '../../approvals/approval-state.js';
import type { ApprovalRepository } from '../../approvals/approval.repository.js';
import type { Level } from '../../sessions/levels.js';
import { changeStoredMembers } from '../../sessions/stored-members.js';
import { type EngineRecord, grantOf, idHash, recordOf } from './engine.record.js';
import { StoredModel, type Storage } from './stored-model.adapter.js';

/**
 * The claim `amr` for an approval of each level. Nothing attests where the device keeps its key, so it is called a
 * software key (`swk`).
 */
const METHODS = {
  1: ['pop', 'swk'],
  2: ['pop', 'swk', 'mfa'],
  3: ['pop', 'swk', 'user', 'mfa'],
} as const satisfies Record<Level, readonly string[]>;

/**
 * How long an expired request stays stored, so that a client that polls slightly too late gets the error
 * `expired_token` instead of `invalid_grant`.
 */
const KEPT_SECONDS = 600;
const DAY = 86_400;
/** The lifetime of a grant in seconds. A grant without a refresh token only has to outlive its access tokens. */
const GRANT_SECONDS = { refreshed: 365 * DAY, otherwise: 2 * DAY } as const;

/** The claim `approval`, which refers to the signed evidence of an approval. The grant stores it for later tokens. */
export interface ApprovalClaim {
  readonly evidence_digest: string;
  readonly notification: string;
  readonly device: string;
}

/** CIBA requests, which users approve on their phone. The engine gets the result of a request from the approval. */
export class StoredBackchannelRequests extends StoredModel {
  constructor(
    model: string,
    storage: Storage,
    private readonly approvals: ApprovalRepository,
  ) {
    super(model, storage);
  }

  /**
   * Stores the request without its account id. When a user is no longer ACTIVE, records with the account id are
   * deleted, but the client must still be told that its request has failed.
   */
  override async upsert(id: string, { params, ...payload }: AdapterPayload, expiresIn = 0): Promise<void> {
    await this.store({ ...recordOf(this.model, id, payload, expiresIn + KEPT_SECONDS), account_id: null });
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const { ctx } = Provider;
    if (ctx?.oidc.route !== 'token') return super.find(id);
    const polled = await this.approvals.poll(idHash(id), ctx.oidc.client?.clientId ?? '');
    const payload = polled && (await super.find(id));
    if (!payload) return undefined;
    if (polled.tooSoon) throw new errors.SlowDown('the client polls too often');
    return { ...payload, ...(await this.#resultOf(ctx, polled.approval, payload)) };
  }

  /**
   * Prepares the redemption of an approved request: the statement that later stores the tokens also stores the grant
   * and marks the request as used. A refused request has no grant and is not marked as used, so the client can poll for
   * the refusal again.
   */
  override consume(id: string): Promise<void> {
    const grant = granted.get(Provider.ctx as KoaContextWithOIDC);
    if (!grant) return Promise.resolve();
    this.storage.redemptions.begin(this.model, id);
    this.storage.redemptions.add(grant);
    return Promise.resolve();
  }

  async #resultOf(
    ctx: KoaContextWithOIDC,
    approval: Approval,
    payload: AdapterPayload,
  ): Promise<Partial<AdapterPayload>> {
    const { state, answer, level, acr } = approval;
    if (state === 'OPEN') return {};
    if (state !== 'APPROVED' || !answer) return REFUSALS[state as keyof typeof REFUSALS];
    await this.#grant(ctx, approval, answer, payload);
    const exp = Math.floor(approval.lastsUntil.getTime() / 1000);
    const { authorization_details: rar } = approval.request as { authorization_details?: AdapterPayload['rar'] };
    return { grantId: answer.grantId, acr, amr: [...METHODS[level]], authTime: answer.at, exp, ...(rar && { rar }) };
  }

  /** Creates the grant of an approved request. The engine looks it up next, and `consume` stores it. */
  async #grant(ctx: KoaContextWithOIDC, approval: Approval, answer: ApprovedBy, found: AdapterPayload): Promise<void> {
    const { accountId, clientId, scope = '', resource } = found as Found;
    const isRefreshed = scope.split(' ').includes('offline_access');
    const seconds = GRANT_SECONDS[isRefreshed ? 'refreshed' : 'otherwise'];
    const grant = new ctx.oidc.provider.Grant({ accountId, clientId }) as StorableGrant;
    grant.addOIDCScope(scope);
    for (const one of [resource ?? []].flat()) grant.addResourceScope(one, scope);
    Object.assign(grant, { jti: answer.grantId, exp: Math.floor(Date.now() / 1000) + seconds });
    grant.approval = {
      evidence_digest: answer.evidenceDigest,
      notification: approval.notificationUuid,
      device: answer.deviceId,
    };
    const { payload } = await grant.getValueAndPayload();
    this.storage.ahead.keep(grantOf(answer.grantId), payload);
    granted.set(ctx, recordOf('Grant', answer.grantId, payload, seconds));
  }
}

/** For the context of each token request, the grant that this request creates. */
const granted = new WeakMap<KoaContextWithOIDC, EngineRecord>();

interface Found extends AdapterPayload {
  readonly accountId: string;
  readonly clientId: string;
  readonly scope?: string;
  readonly resource?: string | string[];
}

type StorableGrant = Grant & {
  approval?: ApprovalClaim;
  getValueAndPayload(): Promise<{ readonly payload: AdapterPayload }>;
};

/** Makes the engine store the claim `approval` with a grant, so that tokens issued on refresh contain it too. */
export function storeApprovalsInGrants({ Grant: Stored }: Provider): void {
  changeStoredMembers(Stored, (members) => [...members, 'approval']);
}

/** The claim `approval` stored in a grant, if the user approved on the phone. */
export const approvalOf = (grant: Grant | undefined): ApprovalClaim | undefined =>
  (grant as { approval?: ApprovalClaim } | undefined)?.approval;
