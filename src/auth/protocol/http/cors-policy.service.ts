import { Inject, Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import { Tenant } from '../../../shared/kernel/index.js';
import { ClientRepository } from '../../client/client.repository.js';

const ALL = Tenant.all('a preflight says from which origin a script comes, and not of which client');
/** Open to scripts of every origin, because their answers are public. */
const OPEN = new Set(['discovery', 'jwks', 'cors.discovery', 'cors.jwks']);
const TOKEN = new Set(['token', 'cors.token']);

/**
 * Scripts may read our answers from the origins that their client has registered. The engine checks this once it knows
 * the client. In preflights and errors, where it does not, it would allow every origin: here the origin must be
 * registered by some client.
 */
@Injectable()
export class CorsPolicy {
  readonly #docs: string | undefined;

  constructor(
    private readonly clients: ClientRepository,
    @Inject(CONFIG) { apiDocs, managementUrl }: Config,
  ) {
    this.#docs = apiDocs ? new URL(managementUrl).origin : undefined;
  }

  /** The API reference gets tokens with client credentials that its reader enters. It needs no other endpoint. */
  isReference(ctx: KoaContextWithOIDC, origin: string): boolean {
    return origin === this.#docs && TOKEN.has(ctx.oidc.route);
  }

  readonly keepOut = (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    const origin = ctx.get('Origin');
    return origin === '' ? next() : this.#keepOut(origin, ctx, next);
  };

  async #keepOut(origin: string, ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    await next();
    if (!ctx.response.get('Access-Control-Allow-Origin')) return;
    if (OPEN.has(ctx.oidc.route) || this.isReference(ctx, origin)) return;
    if (ctx.oidc.client || (await this.clients.anyHasOrigin(ALL, origin))) {
      ctx.set('Access-Control-Allow-Credentials', 'true'); // keycloak-js sends them; these endpoints read no cookie
      return;
    }
    const headers = Object.keys(ctx.response.headers);
    for (const header of headers.filter((name) => name.startsWith('access-control-'))) ctx.remove(header);
  }
}
