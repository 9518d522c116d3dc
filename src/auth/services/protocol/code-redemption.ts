import { Injectable } from '@nestjs/common';
import { errors, type KoaContextWithOIDC, Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { AuditLog } from '../../../shared/audit/audit-log.js';
import { Database } from '../../../shared/persistence/database.js';
import { GrantRevocation } from '../tokens/grant-revocation.service.js';
import { EngineClients } from './engine-clients.js';
import {
  COLUMNS,
  idHash,
  noteUseOfGrant,
  recordsIn,
  VALUES,
  type EngineRecord,
  requestState,
} from './engine-record.js';

/**
 * Codes become tokens. A code is used, and what it yields is stored, by one statement: of two requests with one code one
 * gets everything and the other nothing, and whoever finds a code used finds all that has come of it, to end it.
 */
@Injectable()
export class Redemptions {
  constructor(
    private readonly db: Database,
    private readonly ending: GrantRevocation,
    private readonly clients: EngineClients,
    private readonly audit: AuditLog,
  ) {}

  /** False when there is no request, so that nothing would complete it. */
  begin(code: string): boolean {
    const state = requestState();
    if (state) state.redemption = { codeHash: idHash(code), yielded: [] };
    return state !== undefined;
  }

  /** False when no code is being redeemed in this request. */
  add(record: EngineRecord): boolean {
    const redemption = requestState()?.redemption;
    redemption?.yielded.push(record);
    return redemption !== undefined;
  }

  /** To be called once the engine has made its answer, which may go out after that. */
  readonly complete = async (ctx: KoaContextWithOIDC): Promise<void> => {
    const redemption = requestState(ctx)?.redemption;
    if (!redemption) return;
    const { codeHash, yielded } = redemption;
    const used = await this.db.rows(REDEEM, [codeHash, JSON.stringify(yielded)]);
    if (used.length === 0) await this.#refuse(ctx);
    await this.#record(ctx);
  };

  /** Somebody else was here in the meantime: the code has come twice, as if one had come after the other. */
  async #refuse({ oidc }: KoaContextWithOIDC): Promise<never> {
    const { grantId } = oidc.entities.AuthorizationCode ?? {};
    if (grantId !== undefined) await this.ending.revokeTokens(grantId);
    throw new errors.InvalidGrant('authorization code already consumed');
  }

  #record({ oidc }: KoaContextWithOIDC): Promise<void> {
    const { AuthorizationCode: code, Client: client } = oidc.entities;
    if (!code || !client) throw new Error('Nobody has redeemed anything');
    const { tenant, clientId } = this.clients.recordOf(client);
    const details = { clientId, grantId: code.grantId ?? null, scopes: [...code.scopes] };
    const actor = { kind: 'client', id: clientId } as const;
    return this.audit.record({ kind: 'auth.tokens-issued', tenant, actor, subject: code.accountId, details });
  }
}

const REDEEM = `
  WITH used AS (
    UPDATE auth.engine_record SET consumed_at = now()
    WHERE model = 'AuthorizationCode' AND id_hash = $1 AND consumed_at IS NULL RETURNING grant_id
  ), stored AS (
    INSERT INTO auth.engine_record (${COLUMNS}) SELECT ${VALUES} FROM used, ${recordsIn(2)}
  ), noted AS (
    ${noteUseOfGrant('used', 'used.grant_id')}
  )
  SELECT FROM used`;

type Names = string | readonly string[] | ReadonlySet<string>;

/** The engine, except that it ends the redemption of a code by calling that. If that fails, so does the grant. */
export const providerRedeemingBy = (finish: (ctx: KoaContextWithOIDC) => Promise<void>): typeof Provider =>
  class extends Provider {
    /** The engine registers its own grants by it, too. */
    override registerGrantType<P extends object>(
      name: string,
      grant: (ctx: TokenEndpointGrantContext<P>) => Promise<void> | void,
      parameters?: Names,
      duplicates?: Names,
    ): void {
      const finished = async (ctx: TokenEndpointGrantContext<P>): Promise<void> => {
        await grant(ctx);
        await finish(ctx);
      };
      super.registerGrantType<P>(name, name === 'authorization_code' ? finished : grant, parameters, duplicates);
    }
  };
