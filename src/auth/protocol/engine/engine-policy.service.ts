import { Injectable } from '@nestjs/common';
import { interactionPolicy, type Grant, type KoaContextWithOIDC } from 'oidc-provider';
import { isOwnScheme } from '../../client/client-profile.js';
import { EngineClients } from './engine-clients.service.js';
import { scopeOfClaim } from './requested-claims.js';

const { Check, Prompt } = interactionPolicy;

/** The reason of a consent prompt that grants nothing. */
export const UNPROVEN_APP = 'unproven_app_prompt';

/** Decides when the engine prompts the user, where our rules differ from the engine's. */
@Injectable()
export class EnginePolicy {
  constructor(private readonly clients: EngineClients) {}

  prompts(): interactionPolicy.Prompt[] {
    const policy = interactionPolicy.base();
    policy.get('login')?.checks.add(this.#noAccountHere());
    policy.get('login')?.checks.add(this.#anotherAccount());
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
   * For an enterprise's own application, returns a grant with everything it may ask for, so that its users are not
   * asked.
   */
  readonly grant = async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { client, account, result, session } = ctx.oidc;
    if (!client || !account) return undefined;
    const grantId = result?.consent?.grantId ?? session?.grantIdFor(client.clientId);
    const existing = grantId === undefined ? undefined : await ctx.oidc.provider.Grant.find(grantId);
    const own = existing?.accountId === account.accountId ? existing : undefined;
    if (this.clients.recordOf(client).firstParty && this.#accountHere(ctx)) return completed(ctx, own);
    return own && withClaimsOfScopes(ctx, own);
  };

  /** A session outlives users who may no longer log in, and a user of one enterprise has no account in another. */
  #noAccountHere() {
    return new Check('no_account', 'the session is of nobody who may use this client', 'login_required', (ctx) =>
      ctx.oidc.session?.accountId === undefined ? Check.NO_NEED_TO_PROMPT : !this.#accountHere(ctx),
    );
  }

  /** A browser has one account at a time, so choosing an account means signing in again. */
  #anotherAccount() {
    return new Check(
      'select_account_prompt',
      'the user is to choose an account',
      'login_required',
      ({ oidc }) => oidc.prompts.has('select_account') && !oidc.result?.login,
    );
  }

  #accountHere({ oidc: { account, client } }: KoaContextWithOIDC): boolean {
    const ref = account?.['ref'] as { enterpriseId: string; test: boolean } | undefined;
    if (!ref || !client) return false;
    const { enterpriseId, test } = this.clients.recordOf(client);
    return ref.enterpriseId === enterpriseId && ref.test === test;
  }

  /**
   * Software that wants offline_access has to ask for consent (OpenID Connect Core, 11). An enterprise's own
   * application gets it without.
   */
  #consentAskedFor() {
    return new Check('consent_prompt', 'consent prompt was not resolved', 'consent_required', ({ oidc }) => {
      const own = oidc.client !== undefined && this.clients.recordOf(oidc.client).firstParty;
      return !own && oidc.prompts.has('consent') && oidc.promptPending('consent');
    });
  }

  /** RFC 8252, 8.6: another app may impersonate one that is not the enterprise's own. */
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
   * RFC 8252, 8.6: any app on a device may claim a URL scheme, and an app without a secret cannot prove its identity.
   * Its user must act in this very request before it gets a code; this includes the enterprise's own apps.
   */
  #unprovenApp() {
    return new Check(UNPROVEN_APP, 'the app cannot be told from others', 'interaction_required', ({ oidc }) => {
      const { client, result, params } = oidc;
      if (client?.clientAuthMethod !== 'none' || result?.login || result?.consent) return false;
      return isOwnScheme(String(params?.['redirect_uri']));
    });
  }
}

/** Adds the requested claims that a granted scope covers already: the user is not asked for them again. */
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

/** Adds everything that is requested. Stores the grant only when something was added. */
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
