import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import Provider, { errors, type InteractionResults } from 'oidc-provider';
import { AuditLog } from '../../audit/contract/index.js';
import { AuthorizationServer } from '../protocol/engine/authorization-server.service.js';
import type { Client } from '../client/client.entity.js';
import { LoginSessionTermination } from '../sessions/login-session-termination.service.js';
import { type MissingProof, TOO_WEAK, UNPROVEN_APP } from '../protocol/engine/engine-policy.service.js';
import { type Factor, factorIn } from '../sessions/levels.js';
import { scopeOfClaim } from '../protocol/engine/requested-claims.js';
import { ClientRegistry } from '../client/client-registry.service.js';
import { type GrantedScopes, refusedScopes, refusing } from '../grants/refused-scopes.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { type Form, setPageOwner, PageSender } from '../../shared/pages/index.js';
import { applicationUrl } from '../protocol/engine/engine-pages.service.js';
import { OPERATORS_ENTERPRISE } from '../../users/contract/index.js';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** An authorization request that waits for its user. */
export interface OpenInteraction {
  readonly details: Interaction;
  readonly client: Client;
  readonly request: Request;
  readonly response: Response;
}

/** The cookie with the id of the client for which the sign-in pages were last shown. */
export const APPLICATION = 'application';

/**
 * Finds the protocol engine's interactions (authorization requests that wait for their user) by the cookie that the
 * engine has set, and finishes them with a redirect back to the engine.
 */
@Injectable()
export class Interactions {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly clients: ClientRegistry,
    private readonly ending: LoginSessionTermination,
    private readonly audit: AuditLog,
    private readonly sender: PageSender,
  ) {}

  async open(request: Request, response: Response): Promise<OpenInteraction> {
    const provider = await this.server.provider();
    try {
      const details = await provider.interactionDetails(request, response);
      if (details.uid !== request.params['uid']) throw new errors.SessionNotFound('another interaction');
      const client = await this.clients.find(String(details.params['client_id']));
      if (!client) throw new errors.SessionNotFound('the client is gone');
      return { details, client: client.record, request, response };
    } catch (error) {
      if (error instanceof errors.SessionNotFound) await this.#noteLastApplication(request);
      throw error;
    }
  }

  /**
   * Finds the application that this browser came from last. The page that reports the end of an authorization request
   * then links to it.
   */
  async #noteLastApplication(request: Request): Promise<void> {
    const clientId = this.sender.cookie(request, APPLICATION);
    const client = clientId === undefined ? undefined : (await this.clients.find(clientId))?.record;
    if (client) setPageOwner(request, { enterpriseId: client.enterpriseId, application: applicationUrl(client) });
  }

  /**
   * Logs the user in. First ends the session of a previous user, because otherwise the engine would ask for a logout on
   * a page of its own.
   */
  async login(open: OpenInteraction, sub: string, amr: readonly string[], shownAt?: Date): Promise<void> {
    const { session } = open.details;
    if (session && session.accountId !== sub) await this.#endPreviousSession(open);
    const { login: before } = (open.details.lastSubmission ?? {}) as { login?: ProvenLogin };
    const chain = [...new Set([...((before?.accountId === sub && before.chain) || []), factorIn(amr)])];
    const ts = shownAt && { ts: Math.floor(shownAt.getTime() / 1000) };
    const login: ProvenLogin = { accountId: sub, amr: [...amr], remember: true, chain, ...ts };
    await this.#finish(open, { login });
  }

  /** Whether the user has already proven this factor in this sign-in. */
  hasUsed({ details }: OpenInteraction, factor: Factor): boolean {
    const { login } = (details.lastSubmission ?? {}) as { login?: ProvenLogin };
    return login?.chain.includes(factor) ?? false;
  }

  async allow(open: OpenInteraction): Promise<void> {
    const { details } = open;
    const grantId = await this.#grantFor(open);
    if (!isAppConfirmationOnly(open)) await this.#record(open, 'done');
    await this.#finish(open, { consent: details.grantId ? {} : { grantId } });
  }

  async deny(open: OpenInteraction): Promise<void> {
    if (!isAppConfirmationOnly(open)) await this.#record(open, 'refused');
    await this.cancel(open);
  }

  async cancel(open: OpenInteraction): Promise<void> {
    await this.#finish(open, { error: 'access_denied', error_description: 'the user did not agree' });
  }

  /**
   * Grants all scopes of the request, since the page shows them all. Scopes that the user removed earlier are granted
   * again.
   */
  async #grantFor(open: OpenInteraction): Promise<string> {
    const { grantId, params, prompt, session } = open.details;
    const { Grant } = await this.server.provider();
    const existing = grantId === undefined ? undefined : await Grant.find(grantId);
    const grant = existing ?? new Grant({ accountId: session?.accountId, clientId: String(params['client_id']) });
    const missing: Missing = prompt.details;
    if (missing.missingOIDCScope) grant.addOIDCScope(missing.missingOIDCScope.join(' '));
    if (missing.missingOIDCClaims) grant.addOIDCClaims(missing.missingOIDCClaims);
    for (const [resource, scopes] of Object.entries(missing.missingResourceScopes ?? {})) {
      grant.addResourceScope(resource, scopes.join(' '));
    }
    if (existing && !isAppConfirmationOnly(open)) {
      const asked = scopesAskedFor(open);
      const { openid, resources, rejected } = grant as GrantedScopes;
      const still = refusedScopes({ rejected }).filter((scope) => !asked.includes(scope));
      Object.assign(grant, { rejected: refusing({ openid, resources }, still) });
    }
    return grant.save();
  }

  async #endPreviousSession({ details, request, response }: OpenInteraction): Promise<void> {
    const provider = await this.server.provider();
    const session = await provider.Session.get(provider.createContext(request, response));
    await this.ending.end(session);
    // Removes the ended session from the interaction. This change is stored when the interaction is finished.
    delete details.session;
  }

  /** Does the same as the protocol engine's own `interactionFinished`, without looking up the interaction again. */
  async #finish({ details, response }: OpenInteraction, result: InteractionResults): Promise<void> {
    details.result = 'error' in result ? result : { ...details.lastSubmission, ...result };
    await details.persist();
    response.writeHead(303, { Location: details.returnTo, 'Content-Length': '0' }).end();
  }

  #record({ details, client }: OpenInteraction, outcome: 'done' | 'refused'): Promise<void> {
    const { tenant, clientId } = client;
    const subject = details.session?.accountId;
    return this.audit.record({ kind: 'auth.consent-given', outcome, tenant, subject, details: { clientId } });
  }
}

/** Whether the users of this client must sign in with a passkey, as operators must. */
export const takesPasskeysOnly = ({ client }: OpenInteraction): boolean => client.enterpriseId === OPERATORS_ENTERPRISE;

/**
 * The login name and the activation code from an operator's invitation link. The console sends both in a pushed
 * request, so that they never appear in a URL.
 */
export function invitationIn(open: OpenInteraction): { login: string; code: string } | undefined {
  const { login_hint: login, activation_code: code } = open.details.params;
  if (!takesPasskeysOnly(open) || typeof login !== 'string' || typeof code !== 'string') return undefined;
  return { login, code };
}

/** The proof that a signed-in user has yet to give. Undefined if the user still has to sign in. */
export function missingProof({ details: { prompt } }: OpenInteraction): MissingProof | undefined {
  const only = prompt.name === 'login' && prompt.reasons.every((reason) => reason === TOO_WEAK);
  return only ? (prompt.details as unknown as MissingProof) : undefined;
}

/** Whether the user need not grant anything, but only confirms having opened the application. */
export const isAppConfirmationOnly = ({ details: { prompt } }: OpenInteraction): boolean =>
  prompt.reasons.length > 0 && prompt.reasons.every((reason) => reason === UNPROVEN_APP);

/** The scopes that the user is asked to grant: the scopes of the request, and those that cover its requested claims. */
export function scopesAskedFor({ details: { params, prompt } }: OpenInteraction): string[] {
  const { missingOIDCClaims = [] }: Missing = prompt.details;
  const covering = missingOIDCClaims.flatMap((claim) => scopeOfClaim(claim) ?? []);
  return [...new Set([...String(params['scope']).split(' '), ...covering])];
}

/**
 * The login result in the format of the protocol engine, with all factors that the user has proven for this request.
 */
type ProvenLogin = NonNullable<InteractionResults['login']> & {
  readonly chain: readonly Factor[];
};

/** Scopes and claims that the protocol engine reports as not granted yet. */
interface Missing {
  readonly missingOIDCScope?: string[];
  readonly missingOIDCClaims?: string[];
  readonly missingResourceScopes?: Record<string, string[]>;
}

/** A submitted form, and the tenant to which its user must belong. */
export interface SentForm {
  readonly open: OpenInteraction;
  readonly form: Form;
  readonly tenant: Tenant;
  /** The cookie that shows which users have signed in with this browser before. Undefined if there is none. */
  readonly marks: string | undefined;
}
