import type { Tenant } from '../../shared/kernel/index.js';

export const severities = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Something that people have to look at. */
export interface Need {
  /** `<context>.<what>`: `idv.reviews`. */
  readonly kind: string;
  /** Counted up to `MOST_COUNTED`. */
  readonly count: number;
  /** When the oldest one began to wait, if that is known. */
  readonly oldest: Date | null;
  readonly severity: Severity;
}

/** Who asks. */
export interface Asker {
  /** The `sub` of an operator. */
  readonly operator: string | undefined;
  /** Whether an operator has this scope, alone or where a second one agrees. */
  readonly has: (scope: string) => boolean;
}

export const MOST_COUNTED = 1_000;

/** Reports what needs people in one context. Every provider that extends it is asked. */
export abstract class AttentionSource {
  /** Whether it concerns the deployment, which only the people who run it may see. */
  readonly ofDeployment: boolean = false;

  /** Needs with a `count` of 0 are left out of the answer. */
  abstract needs(tenant: Tenant, asker: Asker): Promise<readonly Need[]>;
}
