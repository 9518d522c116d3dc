import { Injectable } from '@nestjs/common';
import { errors, type KoaContextWithOIDC, Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { AuditLog } from '../../../audit/contract/index.js';
import { Database } from '../../../shared/persistence/index.js';
import { GrantRevocation } from '../../grants/grant-revocation.service.js';
import { CIBA_GRANT } from '../../client/backchannel.js';
import { DEVICE_GRANT } from '../../client/settings/grant-types.js';
import { EngineClients } from '../engine/engine-clients.service.js';
import {
  COLUMNS,
  idHash,
  noteUseOfGrant,
  recordsIn,
  VALUES,
  type EngineRecord,
  requestState,
} from './engine.record.js';

/**
 * Redeems authorization codes, and requests that a user has approved. One statement marks the code as used and stores
 * everything issued for it. So only one of two requests with the same code gets tokens, and a request with a used code
 * finds everything that was issued for the code, to revoke it.
 */
@Injectable()
export class Redemptions {
  constructor(
    private readonly db: Database,
    private readonly ending: GrantRevocation,
    private readonly clients: EngineClients,
    private readonly audit: AuditLog,
  ) {}

  /** Begins to redeem a code. Returns false outside an HTTP request, where nothing would complete the redemption. */
  begin(model: string, code: string): boolean {
    const state = requestState();
    if (state) state.redemption = { model, codeHash: idHash(code), issuedRecords: [] };
    return state !== undefined;
  }

  /** Adds a record that is issued for the code. Returns false if no code is being redeemed in this request. */
  add(record: EngineRecord): boolean {
    const redemption = requestState()?.redemption;
    redemption?.issuedRecords.push(record);
    return redemption !== undefined;
  }

  /**
   * Completes the redemption. Must be called after the engine has prepared its response, and before the response is
   * sent.
   */
  readonly complete = async (ctx: KoaContextWithOIDC): Promise<void> => {
    const redemption = requestState(ctx)?.redemption;
    if (!redemption) return;
    const { model, codeHash, issuedRecords } = redemption;
    const used = await this.db.rows(REDEEM, [codeHash, JSON.stringify(issuedRecords), model]);
    if (used.length === 0) await this.#refuse(ctx);
    await this.#record(ctx);
  };

  /**
   * Refuses a code that another request has redeemed in the meantime, and revokes the tokens of the code. The result is
   * the same as if the second request had come later.
   */
  async #refuse({ oidc }: KoaContextWithOIDC): Promise<never> {
    const { grantId } = redeemedIn(oidc) ?? {};
    if (grantId !== undefined) await this.ending.revokeTokens(grantId);
    throw new errors.InvalidGrant('it was used before');
  }

  #record({ oidc }: KoaContextWithOIDC): Promise<void> {
    const [code, client] = [redeemedIn(oidc), oidc.entities.Client];
    if (!code || !client) throw new Error('Nobody has redeemed anything');
    const { tenant, clientId } = this.clients.recordOf(client);
    const details = { clientId, grantId: code.grantId ?? null, scopes: (code.scope ?? '').split(' ').filter(Boolean) };
    const actor = { kind: 'client', id: clientId } as const;
    return this.audit.record({ kind: 'auth.tokens-issued', tenant, actor, subject: code.accountId ?? '', details });
  }
}

const redeemedIn = ({ entities }: KoaContextWithOIDC['oidc']) =>
  entities.AuthorizationCode ?? entities.BackchannelAuthenticationRequest ?? entities.DeviceCode;

const REDEEM = `
  WITH used AS (
    UPDATE auth.engine_record SET consumed_at = now()
    WHERE model = $3 AND id_hash = $1 AND consumed_at IS NULL RETURNING grant_id
  ), stored AS (
    INSERT INTO auth.engine_record (${COLUMNS}) SELECT ${VALUES} FROM used, ${recordsIn(2)}
  ), noted AS (
    ${noteUseOfGrant('used', 'used.grant_id')}
  )
  SELECT FROM used`;

const REDEEMING = ['authorization_code', CIBA_GRANT, DEVICE_GRANT];

type Names = string | readonly string[] | ReadonlySet<string>;

/**
 * The engine's class, changed so that every grant type that redeems a code ends by calling `finish`. If `finish` fails,
 * the token request fails.
 */
export const providerRedeemingBy = (finish: (ctx: KoaContextWithOIDC) => Promise<void>): typeof Provider =>
  class extends Provider {
    /** Overriding this method is enough, because the engine registers its built-in grant types with it too. */
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
      super.registerGrantType<P>(name, REDEEMING.includes(name) ? finished : grant, parameters, duplicates);
    }
  };
