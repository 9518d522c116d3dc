import { Inject, Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { CONFIG, type Config } from '../../../config.js';
import { Tenant } from '../../../shared/kernel/index.js';
import { ClientRepository } from '../../client/client.repository.js';

const ALL = Tenant.all('a preflight says from which origin a script comes, and not of which client');
/** Routes whose responses are public, so scripts from any origin may read them. */
const OPEN = new Set(['discovery', 'jwks', 'cors.discovery', 'cors.jwks']);
const TOKEN = new Set(['token', 'cors.token']);

/**
 * Decides from which origins scripts may read responses: only from those that the client has registered. In preflights
 * and errors, the engine does not know the client and would allow every origin. For these responses, at least one
 * client must have registered the origin.
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

  /**
   * Whether a request to the token endpoint comes from our API reference, in which readers can get a token with their
   * client credentials.
   */
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
      // `keycloak-js` sends requests with credentials, so it needs the header `Access-Control-Allow-Credentials`.
      // The header is harmless here, because the endpoints that send it read no cookies.
      ctx.set('Access-Control-Allow-Credentials', 'true');
      return;
    }
    const headers = Object.keys(ctx.response.headers);
    for (const header of headers.filter((name) => name.startsWith('access-control-'))) ctx.remove(header);
  }
}
