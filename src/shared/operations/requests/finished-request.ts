import type { RequestContext } from '../../kernel/request-context.js';

export interface FinishedRequest {
  readonly method: string;
  readonly surface: string;
  /** The pattern that it matched; undefined when none did. */
  readonly route: string | undefined;
  /** That pattern, or else its path with whatever may be an id taken out. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
  readonly context: RequestContext | undefined;
}
