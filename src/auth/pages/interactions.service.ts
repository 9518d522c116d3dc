import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errors, type InteractionResults } from 'oidc-provider';
import type Provider from 'oidc-provider';
import { AuditLog } from '../../shared/audit/audit-log.js';
import { AuthorizationServer } from '../engine/authorization-server.js';
import type { Client } from '../entities/client.entity.js';
import { SessionEnding } from '../logout/session-ending.service.js';
import { UNPROVEN_APP } from './engine-policy.js';
import { ClientRegistry } from '../services/client-registry.service.js';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** An authorization request that waits for its user. */
export interface OpenInteraction {
  readonly details: Interaction;
  readonly client: Client;
  readonly request: Request;
  readonly response: Response;
}

/** The engine's interactions: opened by the cookie that came with the redirect, ended by a redirect back to the engine. */
@Injectable()
export class Interactions {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly clients: ClientRegistry,
    private readonly ending: SessionEnding,
    private readonly audit: AuditLog,
  ) {}

  async open(request: Request, response: Response): Promise<OpenInteraction> {
    const provider = await this.server.provider();
    const details = await provider.interactionDetails(request, response);
    if (details.uid !== request.params['uid']) throw new errors.SessionNotFound('another interaction');
    const client = await this.clients.find(String(details.params['client_id']));
    if (!client) throw new errors.SessionNotFound('the client is gone');
    return { details, client: client.record, request, response };
  }

  /** Whoever was logged in here before is logged out first: the engine would ask them to, on a page of its own. */
  async login(open: OpenInteraction, sub: string, amr: readonly string[]): Promise<void> {
    const { session } = open.details;
    if (session && session.accountId !== sub) await this.#leave(open);
    await this.#finish(open, { login: { accountId: sub, amr: [...amr], remember: true } });
  }

  async allow(open: OpenInteraction): Promise<void> {
    const { details } = open;
    const grantId = await this.#grantFor(details);
    if (!goesOnOnly(open)) await this.#record(open, 'done');
    await this.#finish(open, { consent: details.grantId ? {} : { grantId } });
  }

  async deny(open: OpenInteraction): Promise<void> {
    if (!goesOnOnly(open)) await this.#record(open, 'refused');
    await this.cancel(open);
  }

  async cancel(open: OpenInteraction): Promise<void> {
    await this.#finish(open, { error: 'access_denied', error_description: 'the user did not agree' });
  }

  async #grantFor({ grantId, params, prompt, session }: Interaction): Promise<string> {
    const { Grant } = await this.server.provider();
    const existing = grantId === undefined ? undefined : await Grant.find(grantId);
    const grant = existing ?? new Grant({ accountId: session?.accountId, clientId: String(params['client_id']) });
    const missing: Missing = prompt.details;
    if (missing.missingOIDCScope) grant.addOIDCScope(missing.missingOIDCScope.join(' '));
    if (missing.missingOIDCClaims) grant.addOIDCClaims(missing.missingOIDCClaims);
    for (const [resource, scopes] of Object.entries(missing.missingResourceScopes ?? {})) {
      grant.addResourceScope(resource, scopes.join(' '));
    }
    return grant.save();
  }

  async #leave({ details, request, response }: OpenInteraction): Promise<void> {
    const provider = await this.server.provider();
    const session = await provider.Session.get(provider.createContext(request, response));
    await this.ending.end(session);
    delete details.session; // kept by what finishes it
  }

  /** As the engine does it, which would look the interaction up once more. */
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

/** Nothing is to be agreed to: the user only has to say that it is they who opened the application. */
export const goesOnOnly = ({ details: { prompt } }: OpenInteraction): boolean =>
  prompt.reasons.length > 0 && prompt.reasons.every((reason) => reason === UNPROVEN_APP);

/** What the engine says is not granted yet. */
interface Missing {
  readonly missingOIDCScope?: string[];
  readonly missingOIDCClaims?: string[];
  readonly missingResourceScopes?: Record<string, string[]>;
}
