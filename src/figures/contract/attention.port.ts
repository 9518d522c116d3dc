import type { Tenant } from '../../shared/kernel/index.js';

export const severities = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Work that waits for people, such as reviews. */
export interface Need {
  /** The kind as `<context>.<what>`, such as `idv.reviews`. */
  readonly kind: string;
  /** The number of pieces of work. Counting stops at `MOST_COUNTED`. */
  readonly count: number;
  /** Since when the oldest piece of work has waited, if that is known. */
  readonly oldest: Date | null;
  readonly severity: Severity;
}

/** The caller who lists the work. */
export interface AttentionReader {
  /** The `sub` of the caller, if the caller is an operator. */
  readonly operator: string | undefined;
  /**
   * Whether the caller has this scope. An operator may have it alone or only with the approval of a second operator.
   */
  readonly has: (scope: string) => boolean;
}

export const MOST_COUNTED = 1_000;

/** Reports the work of one context that waits for people. Every provider that extends this class is called. */
export abstract class AttentionSource {
  /** Whether the work concerns the whole deployment. Only the people who run the deployment may see it. */
  readonly ofDeployment: boolean = false;

  /** Needs with a `count` of 0 are left out of the answer. */
  abstract needs(tenant: Tenant, asker: AttentionReader): Promise<readonly Need[]>;
}
