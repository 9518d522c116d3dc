import { Injectable } from '@nestjs/common';
import {
  errors,
  interactionPolicy,
  type Client as EngineClient,
  type Grant,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { isOwnScheme } from '../../client/client-profile.js';
import { Clock } from '../../../shared/kernel/index.js';
import { allowancesOf, Enterprises, leastLevelOf, type UserRef } from '../../../users/contract/index.js';
import { SecondFactors } from '../../credentials/second-factors.service.js';
import { requestedAcrValues, demandedLevel } from '../../sessions/demanded-level.js';
import { type LeveledSession, noteCounted, provenIn } from '../../sessions/kept-factors.adapter.js';
import {
  countingFactors,
  type Factor,
  type Level,
  levelOf,
  type Proven,
  factorsReaching,
  unexpired,
  withRecent,
} from '../../sessions/levels.js';
import { EngineClients } from './engine-clients.service.js';
import { scopeOfClaim } from './requested-claims.js';

const { Check, Prompt } = interactionPolicy;

/** The reason for a login prompt that asks a signed-in user to prove an additional factor. */
export const TOO_WEAK = 'acr_not_reached';

/** The details of a login prompt for an additional factor (`TOO_WEAK`), for the page that asks for this factor. */
export interface MissingProof {
  readonly level: Level;
  /**
   * The user's factors that help to reach the level, strongest first. If there are none, the user has to set one up.
   */
  readonly ways: readonly Factor[];
  readonly held: readonly Factor[];
}

/** The reason for a consent prompt that grants nothing: the user only confirms having opened the app. */
export const UNPROVEN_APP = 'unproven_app_prompt';

/** Decides when the engine prompts the user, where our rules differ from the engine's. */
@Injectable()
export class EnginePolicy {
  constructor(
    private readonly clients: EngineClients,
    private readonly enterprises: Enterprises,
    private readonly factors: SecondFactors,
    private readonly clock: Clock,
  ) {}

  prompts(): interactionPolicy.Prompt[] {
    const policy = interactionPolicy.base();
    for (const ours of ['essential_acr', 'essential_acrs']) policy.get('login')?.checks.remove(ours);
    policy.get('login')?.checks.add(this.#noAccountHere());
    policy.get('login')?.checks.add(this.#anotherAccount());
    policy.get('login')?.checks.add(this.#tooWeak());
    policy.add(new Prompt({ name: 'select_account', requestable: true }));
    policy.get('select_account')?.checks.clear();
    const consent = policy.get('consent')?.checks;
    consent?.remove('consent_prompt');
    consent?.remove('native_client_prompt');
    consent?.add(this.#consentAskedFor(), 0);
    consent?.add(this.#foreignApp(), 1);
    consent?.add(this.#unprovenApp(), 2);
    return policy;
  }

  /**
   * For an enterprise's own application, returns a grant that covers the whole request, so that users are not asked for
   * consent. This does not apply to clients that require consent in each request.
   */
  readonly grant = async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, account, result, session } = ctx.oidc;
    if (!client || !account) return undefined;
    const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
    const existing = grantId === undefined ? undefined : await ctx.oidc.provider.Grant.find(grantId);
    const own = existing?.accountId === account.accountId ? existing : undefined;
    const { firstParty, consentEachTime } = this.clients.recordOf(client);
    if (firstParty && !consentEachTime && this.#accountHere(ctx)) return completed(ctx, own);
    return own && withClaimsOfScopes(ctx, own);
  };

  /**
   * Asks for a new login if the session's user may no longer log in, or belongs to a different enterprise from the
   * client.
   */
  #noAccountHere() {
    return new Check('no_account', 'the session is of nobody who may use this client', 'login_required', (ctx) =>
      ctx.oidc.session?.accountId === undefined ? Check.NO_NEED_TO_PROMPT : !this.#accountHere(ctx),
    );
  }

  /**
   * Demands a new sign-in for `prompt=select_account`, because a browser can be signed in to only one account at a
   * time.
   */
  #anotherAccount() {
    return new Check(
      'select_account_prompt',
      'the user is to choose an account',
      'login_required',
      ({ oidc }) => oidc.prompts.has('select_account') && !oidc.result?.login,
    );
  }

  /**
   * Asks for additional factors until the sign-in reaches the highest level that the request, the client, the
   * enterprise or a group demands.
   */
  #tooWeak() {
    const missing = new WeakMap<KoaContextWithOIDC, MissingProof>();
    return new Check(
      TOO_WEAK,
      'a stronger sign-in is needed',
      'unmet_authentication_requirements',
      async (ctx) => {
        if (ctx.oidc.session?.accountId === undefined || !this.#accountHere(ctx)) return Check.NO_NEED_TO_PROMPT;
        const found = await this.#missingProof(ctx);
        if (found) missing.set(ctx, found);
        return found !== undefined;
      },
      (ctx) => ({ ...missing.get(ctx) }),
    );
  }

  async #missingProof(ctx: KoaContextWithOIDC): Promise<MissingProof | undefined> {
    const { account, client, params } = ctx.oidc;
    const { enterpriseId, leastLevel: leastOfClient } = this.clients.recordOf(client as EngineClient);
    const rules = (await this.enterprises.find(enterpriseId))?.signIn;
    const groups = (account?.['groups'] ?? []) as string[];
    const leastOfUser = leastLevelOf(rules, groups);
    const { least, wished } = demandedLevel({ asked: requestedAcrValues(params ?? {}), leastOfClient, leastOfUser });
    if (least === undefined) throw new errors.UnmetAuthenticationRequirements('no sign-in has the level that is asked');
    const [recent, now, within] = this.#recent(ctx);
    const level = Math.max(least, wished) as Level;
    const allowances = rules && allowancesOf(rules, groups);
    const counting = (to: Level): Proven => (allowances ? countingFactors(recent, allowances, to) : recent);
    noteCounted(ctx.oidc, unexpired(counting(1), now, within));
    const proven = counting(level);
    const reached = levelOf(proven, now, within);
    if (reached >= level) return undefined;
    const held = await this.factors.of(account?.['ref'] as UserRef);
    const ways = factorsReaching(level, held, proven, now, within);
    if (ways.length > 0) return { level, ways, held };
    if (reached >= least) return undefined;
    const toLeast = factorsReaching(least, held, proven, now, within);
    const nearer = toLeast.length > 0 ? toLeast : factorsReaching((reached + 1) as Level, held, proven, now, within);
    return { level: least, ways: nearer, held };
  }

  #recent({ oidc }: KoaContextWithOIDC): [proven: Proven, now: number, within: number | undefined] {
    const now = this.clock.now().getTime() / 1000;
    const { max_age: maxAge } = oidc.params ?? {};
    const within = maxAge === undefined ? undefined : Number(maxAge);
    const { chain = [] } = (oidc.result?.login ?? {}) as { chain?: Factor[] };
    return [withRecent(provenIn(oidc.session as LeveledSession), chain, now, within), now, within];
  }

  #accountHere({ oidc: { account, client } }: KoaContextWithOIDC): boolean {
    const ref = account?.['ref'] as { enterpriseId: string; test: boolean } | undefined;
    if (!ref || !client) return false;
    const { enterpriseId, test } = this.clients.recordOf(client);
    return ref.enterpriseId === enterpriseId && ref.test === test;
  }

  /**
   * Asks for consent if the request has `prompt=consent`, which OpenID Connect Core, 11, requires for `offline_access`.
   * An enterprise's own application does not need it. Clients with `consentEachTime` need consent for each request.
   */
  #consentAskedFor() {
    return new Check('consent_prompt', 'consent prompt was not resolved', 'consent_required', ({ oidc }) => {
      const { firstParty = false, consentEachTime = false } = oidc.client ? this.clients.recordOf(oidc.client) : {};
      if (consentEachTime) return !oidc.result?.consent;
      return !firstParty && oidc.prompts.has('consent') && oidc.promptPending('consent');
    });
  }

  /**
   * Prompts the users of every native app that is not the enterprise's own, because another app may impersonate it (RFC
   * 8252, 8.6).
   */
  #foreignApp() {
    return new Check(
      'native_client_prompt',
      'native clients require End-User interaction',
      'interaction_required',
      (ctx) => {
        const { client, result } = ctx.oidc;
        return client?.applicationType === 'native' && !result?.consent && !this.clients.recordOf(client).firstParty;
      },
    );
  }

  /**
   * Any app on a device may claim a URL scheme, and an app without a secret cannot prove its identity (RFC 8252, 8.6).
   * Therefore the user must sign in or confirm in this request before the app gets a code. This includes the
   * enterprise's own apps.
   */
  #unprovenApp() {
    return new Check(UNPROVEN_APP, 'the app cannot be told from others', 'interaction_required', ({ oidc }) => {
      const { client, result, params } = oidc;
      if (client?.clientAuthMethod !== 'none' || result?.login || result?.consent) return false;
      const to = params?.['redirect_uri'];
      return typeof to === 'string' && isOwnScheme(to); // the device flow has no redirect URI
    });
  }
}

/**
 * Adds to a grant the requested claims that a granted scope already covers, so that the user is not asked for them
 * again.
 */
async function withClaimsOfScopes({ oidc }: KoaContextWithOIDC, grant: Grant): Promise<Grant> {
  const granted = grant.getOIDCScope().split(' ');
  const known = grant.getOIDCClaims();
  const covered = [...oidc.requestParamClaims].filter(
    (claim) => granted.includes(scopeOfClaim(claim) ?? '') && !known.includes(claim),
  );
  if (covered.length === 0) return grant;
  grant.addOIDCClaims(covered);
  await grant.save();
  return grant;
}

/** Adds to a grant everything that the request asks for. Stores the grant only if something was added. */
async function completed({ oidc }: KoaContextWithOIDC, existing: Grant | undefined): Promise<Grant> {
  const { account, client, provider } = oidc;
  const grant = existing ?? new provider.Grant({ accountId: account?.accountId, clientId: client?.clientId });
  const before = JSON.stringify([grant.openid, grant.resources]);
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(' '));
  if (oidc.requestParamClaims.size > 0) grant.addOIDCClaims([...oidc.requestParamClaims]);
  for (const [resource, { scopes }] of Object.entries(oidc.resourceServers ?? {})) {
    const requested = [...oidc.requestParamScopes].filter((scope) => scopes.has(scope));
    if (requested.length > 0) grant.addResourceScope(resource, requested.join(' '));
  }
  if (!existing || JSON.stringify([grant.openid, grant.resources]) !== before) await grant.save();
  return grant;
}
