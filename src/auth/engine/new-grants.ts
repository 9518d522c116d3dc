import { Provider } from 'oidc-provider';
import type { EngineRecord } from './engine-record.js';

/** Where a grant may be made or widened, and a code issued under it. */
const ROUTES = new Set(['authorization', 'resume']);

/** Grants on the way to a code, which are stored together with it. Where none is issued, none was granted for it. */
export class NewGrants {
  readonly #ofRequest = new WeakMap<object, EngineRecord>();

  /** False when no code can be on its way. */
  keep(grant: EngineRecord): boolean {
    const { ctx } = Provider;
    if (!ctx || !ROUTES.has(ctx.oidc.route)) return false;
    this.#ofRequest.set(ctx, grant);
    return true;
  }

  take(): EngineRecord[] {
    const { ctx } = Provider;
    const grant = ctx && this.#ofRequest.get(ctx);
    if (!grant) return [];
    this.#ofRequest.delete(ctx);
    return [grant];
  }
}
