import { type AdapterPayload, errors, type Grant, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Approval, ApprovedBy } from '../../approvals/approval.entity.js';
import { REFUSALS } from '../../approvals/approval-state.js';
import type { ApprovalRepository } from '../../approvals/approval.repository.js';
import type { Level } from '../../sessions/levels.js';
import { type EngineRecord, grantOf, idHash, recordOf } from './engine.record.js';
import { StoredModel, type Storage } from './stored-model.adapter.js';

/** The part of the claim `amr` that an answer of each level gives. Where the device keeps its key is not attested. */
const METHODS = {
  1: ['pop', 'swk'],
  2: ['pop', 'swk', 'mfa'],
  3: ['pop', 'swk', 'user', 'mfa'],
} as const satisfies Record<Level, readonly string[]>;

/** For a client that polls a little late: it is told that the time is over, not that there is no such request. */
const KEPT_SECONDS = 600;
const DAY = 86_400;
/** How long a grant lives: as long as its tokens, if none of them is refreshed. */
const GRANT_SECONDS = { refreshed: 365 * DAY, otherwise: 2 * DAY } as const;

/** The reference to the evidence, as the grant keeps it for later tokens. */
export interface ApprovalClaim {
  readonly evidence_digest: string;
  readonly notification: string;
  readonly device: string;
}

/** Requests that users approve on their phone. Their result is that of the approval. */
export class StoredBackchannelRequests extends StoredModel {
  constructor(
    model: string,
    storage: Storage,
    private readonly approvals: ApprovalRepository,
  ) {
    super(model, storage);
  }

  /** It names no account: when the user leaves ACTIVE, the client is told that the request has failed. */
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

  /** The tokens and the grant are stored together with the use of the request. A refusal may be heard again. */
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

  /** Kept for the engine, which asks for the grant next, and for `consume`, which stores it. */
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

/** The grant that the token request of this context leads to. */
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

/** Has the engine keep the reference to the evidence with a grant, so that refreshed tokens have it too. */
export function keepApprovals({ Grant: Stored }: Provider): void {
  const kept = (Stored as unknown as { IN_PAYLOAD: readonly string[] }).IN_PAYLOAD;
  Object.defineProperty(Stored, 'IN_PAYLOAD', { value: [...kept, 'approval'] });
}

/** The reference of a token's grant, where the user approved on the phone. */
export const approvalOf = (grant: Grant | undefined): ApprovalClaim | undefined =>
  (grant as { approval?: ApprovalClaim } | undefined)?.approval;
