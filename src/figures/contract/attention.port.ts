import type { Tenant } from '../../shared/kernel/index.js';

export const severities = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Work that is waiting for people, such as reviews. */
export interface Need {
  /** The kind of work, as `<context>.<what>`, such as `idv.reviews`. */
  readonly kind: string;
  /** The number of waiting items. Counting stops at `MOST_COUNTED`. */
  readonly count: number;
  /** Since when the oldest item has been waiting, if known. */
  readonly oldest: Date | null;
  readonly severity: Severity;
}

/** The caller who lists the work. */
export interface AttentionReader {
  /** The `sub` of the caller, if the caller is an operator. */
  readonly operator: string | undefined;
  /**
   * Whether the caller has this scope. An operator may hold it outright, or subject to a second operator's approval.
   */
  readonly has: (scope: string) => boolean;
}

export const MOST_COUNTED = 1_000;

/** Reports the work of one context that is waiting for people. Every provider that extends this class is called. */
export abstract class AttentionSource {
  /** Whether the work concerns the whole deployment. If so, only the people who run the deployment may see it. */
  readonly ofDeployment: boolean = false;

  /** Returns the waiting work. Kinds with a `count` of 0 are left out of the response. */
  abstract needs(tenant: Tenant, asker: AttentionReader): Promise<readonly Need[]>;
}
