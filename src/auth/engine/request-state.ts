import { Provider, type AdapterPayload } from 'oidc-provider';
import type { EngineRecord } from './engine-record.js';

/** What the steps of one request tell each other, where Koa has a place for it. */
export interface RequestState {
  /** Read by one statement beside what was asked for: the engine asks for it later. */
  readAhead?: Map<string, AdapterPayload | undefined>;
  /** The code that becomes tokens, and what it yields. */
  redemption?: { readonly codeHash: string; readonly yielded: EngineRecord[] };
  /** The session as it was read, in text: the engine changes what it was given. */
  sessionAsRead?: { readonly id: string; readonly payload: string };
}

/** Undefined outside of a request. */
export const requestState = (ctx = Provider.ctx): RequestState | undefined => ctx?.state;
