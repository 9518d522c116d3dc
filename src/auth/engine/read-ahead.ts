import { Provider, type AdapterPayload } from 'oidc-provider';

/** What one statement has read beside what was asked for: the engine asks for it later in the same request. */
export class ReadAhead {
  readonly #ofRequest = new WeakMap<object, Map<string, AdapterPayload | undefined>>();

  /** `null`: there is none. */
  keep(what: string, payload: AdapterPayload | null): void {
    const { ctx } = Provider;
    if (!ctx) return;
    const kept = this.#ofRequest.get(ctx) ?? new Map<string, AdapterPayload | undefined>();
    this.#ofRequest.set(ctx, kept.set(what, payload ?? undefined));
  }

  /** Once: whoever asks again has a reason to look again. */
  take(what: string): { readonly payload: AdapterPayload | undefined } | undefined {
    const kept = Provider.ctx && this.#ofRequest.get(Provider.ctx);
    if (!kept?.has(what)) return undefined;
    const payload = kept.get(what);
    kept.delete(what);
    return { payload };
  }
}

export const grantOf = (grantId: string): string => `grant ${grantId}`;
export const sessionOf = (uid: string): string => `session ${uid}`;
