import { Injectable } from '@nestjs/common';
import {
  type Account,
  type BackchannelAuthenticationRequest,
  type CIBAConfiguration,
  type Client as EngineClient,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { currentTime, DomainError } from '../../../shared/kernel/index.js';
import { Enterprises, leastLevelOf, type UserRef } from '../../../users/contract/index.js';
import { POLL_SECONDS } from '../../approvals/approval.entity.js';
import { Approvals } from '../../approvals/approvals.service.js';
import type { AskedOfUser } from '../../approvals/approval-content.js';
import { StepUpsByCredential } from '../../credentials/step-ups-by-credential.service.js';
import { TotpFactor } from '../../credentials/totp/totp.service.js';
import { requestedAcrValues, demandedLevel } from '../../sessions/demanded-level.js';
import { type Level, acrToReturn } from '../../sessions/levels.js';
import { EngineClients } from '../engine/engine-clients.service.js';
import { idHash } from '../storage/engine.record.js';
import { EngineStore } from '../storage/engine-store.service.js';
import { AuthorizationDetails } from './authorization-details.service.js';
import { LoginHints } from './login-hints.service.js';

/** The format of a binding message (CIBA): one line, with only characters that look the same on every screen. */
const BINDING_MESSAGE = /^[\p{L}\p{N} .,:;+\-/#!?()]{1,64}$/u;
const SECONDS = { least: 15, most: 600, usual: 120 } as const;
export const BACKCHANNEL = 'backchannel_authentication';

/** Implements the engine hooks for requests that users approve on their phone (OpenID Connect CIBA). */
@Injectable()
export class BackchannelRequests {
  /**
   * Requests that contain a correct code from the user's authenticator app. They are allowed even after the user has
   * declined two requests, because the user must have given the client the code.
   */
  readonly #wanted = new WeakSet<KoaContextWithOIDC>();

  constructor(
    private readonly clients: EngineClients,
    private readonly hints: LoginHints,
    private readonly approvals: Approvals,
    private readonly enterprises: Enterprises,
    private readonly totp: TotpFactor,
    private readonly stepUps: StepUpsByCredential,
    private readonly store: EngineStore,
    private readonly details: AuthorizationDetails,
  ) {}

  feature(): CIBAConfiguration {
    return {
      enabled: true,
      deliveryModes: ['poll', 'ping'],
      processLoginHint: (ctx, hint = '') => this.hints.byName(clientOf(ctx), hint),
      processLoginHintToken: (ctx, token = '') => this.hints.byToken(clientOf(ctx), token),
      validateRequestContext: () => undefined,
      validateBindingMessage: (_ctx, text) => {
        if (text !== undefined && !BINDING_MESSAGE.test(text))
          throw new errors.InvalidBindingMessage('use 1 to 64 letters, digits, spaces and .,:;+-/#!?()');
      },
      verifyUserCode: (ctx, account, code) => this.#verifyUser(ctx, account, code),
      triggerAuthenticationDevice: (ctx, request, account, client) => this.#ask(ctx, request, account, client),
    };
  }

  /**
   * The lifetime of a backchannel request in seconds: the one that the client requests, within the limits in `SECONDS`.
   */
  seconds({ oidc: { params } }: KoaContextWithOIDC): number {
    const asked = Number(params?.['requested_expiry'] ?? SECONDS.usual);
    return Math.min(SECONDS.most, Math.max(SECONDS.least, asked));
  }

  /**
   * Checks a signed backchannel request and accepts it only once, because a repeated request would notify the phone
   * again. Refuses a pushed authorization request that is signed. Checks nothing at the authorization endpoint, where
   * the engine also passes the pushed requests that it has stored.
   */
  readonly demandSigned = async (
    { oidc: { route } }: KoaContextWithOIDC,
    payload: object,
    header: object,
    { clientId }: EngineClient,
  ): Promise<void> => {
    if (route === 'pushed_authorization_request') throw new errors.RequestNotSupported();
    if (route !== BACKCHANNEL) return;
    const claims = payload as Readonly<Record<string, unknown>>;
    const fault = requestFault(claims, header as Readonly<Record<string, unknown>>);
    if (fault !== undefined) throw new errors.InvalidRequestObject(fault);
    if (!(await this.store.firstUse(`request ${clientId}`, String(claims['jti']), Number(claims['exp']))))
      throw new errors.InvalidRequestObject('the request was sent before');
  };

  /** Throws the same error for a user who is unknown, blocked, in another enterprise, or without a phone. */
  async #verifyUser(ctx: KoaContextWithOIDC, account: Account, code: string | undefined): Promise<void> {
    const ref = account['ref'] as UserRef;
    const { tenant, backchannel } = this.clients.recordOf(clientOf(ctx));
    const isOurs = ref.enterpriseId === tenant.enterpriseId && ref.test === tenant.test;
    if (!isOurs || !(await this.approvals.canAsk(ref))) throw new errors.UnknownUserId('could not identify end-user');
    if (code !== undefined) await this.#verifyCode(ctx, ref, code);
    else if (backchannel?.userCode) throw new errors.MissingUserCode('send a code of the user’s authenticator app');
  }

  /** Accepts each code only once, so that the client cannot send the user a second request with the same code. */
  async #verifyCode(ctx: KoaContextWithOIDC, ref: UserRef, code: string): Promise<void> {
    if ((await this.totp.attempt(ref, code)) !== 'right')
      throw new errors.InvalidUserCode('the user_code is not valid');
    this.#wanted.add(ctx);
  }

  async #ask(
    ctx: KoaContextWithOIDC,
    request: BackchannelAuthenticationRequest,
    account: Account,
    client: EngineClient,
  ): Promise<void> {
    const ref = account['ref'] as UserRef;
    const asked = await this.#asked(ctx, account, client);
    const pingToken = ctx.oidc.params?.['client_notification_token'];
    try {
      const notificationUuid = await this.approvals.ask(ref, {
        asked,
        authReqId: request.jti,
        idHash: idHash(request.jti),
        expiresInSeconds: request.expiration,
        pingToken: typeof pingToken === 'string' ? pingToken : undefined,
        isWanted: this.#wanted.has(ctx),
      });
      Object.assign(ctx.body as object, { interval: POLL_SECONDS, notification_uuid: notificationUuid });
    } catch (error) {
      throw error instanceof DomainError ? refusalOf(error) : error;
    }
  }

  async #asked(ctx: KoaContextWithOIDC, account: Account, client: EngineClient): Promise<AskedOfUser> {
    const { clientId, clientName, firstParty } = this.clients.recordOf(client);
    const params = ctx.oidc.params ?? {};
    const level = await this.#levelOf(params, account, client);
    const bindingMessage = params['binding_message'];
    return {
      clientId,
      clientName,
      scopes: firstParty ? [] : [...ctx.oidc.requestParamScopes],
      bindingMessage: typeof bindingMessage === 'string' ? bindingMessage : undefined,
      details: await this.details.read(this.clients.recordOf(client), params['authorization_details']),
      level,
      acr: acrToReturn(level, requestedAcrValues(params)),
    };
  }

  /**
   * The level that the approval must reach: the highest level that the request, the client, the enterprise or one of
   * the user's groups demands. Throws if the user has no credential for it.
   */
  async #levelOf(params: Readonly<Record<string, unknown>>, account: Account, client: EngineClient): Promise<Level> {
    const { enterpriseId, leastLevel } = this.clients.recordOf(client);
    const rules = (await this.enterprises.find(enterpriseId))?.signIn;
    const leastOfUser = leastLevelOf(rules, (account['groups'] ?? []) as string[]);
    const { least, wished } = demandedLevel({
      asked: requestedAcrValues(params),
      leastOfClient: leastLevel,
      leastOfUser,
    });
    if (least === undefined) throw new errors.UnmetAuthenticationRequirements('no answer has the level that is asked');
    const level = Math.max(least, wished) as Level;
    if (level === 1) return level;
    const held = await this.stepUps.held(account.accountId);
    if (held.includes('passkey')) return level;
    const isByPassword = level === 2 && held.length > 0;
    if (isByPassword && (await this.approvals.hasSecondFactor(account['ref'] as UserRef))) return level;
    throw new errors.UnmetAuthenticationRequirements('the user has no credential for the level that is asked');
  }
}

const clientOf = ({ oidc }: KoaContextWithOIDC): EngineClient => oidc.client as EngineClient;

/**
 * Converts an error of the notifications context to an OAuth error: `temporarily_unavailable` if a limit was reached,
 * otherwise `transaction_failed`.
 */
function refusalOf({ kind, message }: DomainError): Error {
  return kind.spec.status === 429
    ? new errors.TemporarilyUnavailable('too many requests: try again in a minute')
    : new errors.CustomOIDCProviderError('transaction_failed', message);
}

type Members = Readonly<Record<string, unknown>>;

const HOUR = 3_600;

/**
 * Checks what the engine does not check in a signed request (Financial-grade API: CIBA Profile, 5.2.2): the request
 * must be recent, and expire within an hour. Returns a description of the fault, if there is one.
 */
export function requestFault({ iat, nbf, exp, jti }: Members, { alg }: Members): string | undefined {
  const now = currentTime() / 1000;
  if (alg !== 'ES256' && alg !== 'PS256') return 'the request must be signed with ES256 or PS256';
  if ([iat, nbf, exp].some((time) => typeof time !== 'number') || typeof jti !== 'string')
    return 'the request must have iat, nbf, exp and jti';
  if (jti.length > 255) return 'jti is longer than 255 characters';
  if (Number(nbf) < now - HOUR) return 'nbf is more than an hour ago';
  return Number(exp) > Number(nbf) + HOUR ? 'exp is more than an hour after nbf' : undefined;
}
