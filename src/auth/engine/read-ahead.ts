import type { AdapterPayload } from 'oidc-provider';
import { requestState } from './request-state.js';

/** What one statement has read beside what was asked for: the engine asks for it later in the same request. */
export class ReadAhead {
  /** `null`: there is none. */
  keep(what: string, payload: AdapterPayload | null): void {
    const state = requestState();
    if (state) (state.readAhead ??= new Map()).set(what, payload ?? undefined);
  }

  /** Once: whoever asks again has a reason to look again. */
  take(what: string): { readonly payload: AdapterPayload | undefined } | undefined {
    const kept = requestState()?.readAhead;
    if (!kept?.has(what)) return undefined;
    const payload = kept.get(what);
    kept.delete(what);
    return { payload };
  }
}

export const grantOf = (grantId: string): string => `grant ${grantId}`;
export const sessionOf = (uid: string): string => `session ${uid}`;
