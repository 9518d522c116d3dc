import type { Tenant } from '../../shared/kernel/index.js';
import type { Hit } from '../lookup/hit.js';
import type { Sought } from '../lookup/sought.js';

export interface SearchedBy {
  readonly tenant: Tenant;
  /** Whether it is to be noted in the audit log. */
  readonly byOperator: boolean;
  /** Whether e-mail addresses, phone numbers and login ids are shown whole: others must not find by them either. */
  readonly seesContact: boolean;
  /** No more hits than these are shown. */
  readonly limit: number;
}

/** Finds things of one context. Every provider that extends it is asked. */
export abstract class SearchSource {
  /** Callers without it are not shown what is found here. */
  abstract readonly scope: string;

  /** The best first. What no index of this context carries is not looked for. */
  abstract find(sought: Sought, by: SearchedBy): Promise<readonly Hit[]>;
}
