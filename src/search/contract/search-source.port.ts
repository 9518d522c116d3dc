import type { Tenant } from '../../shared/kernel/index.js';
import type { Hit } from '../lookup/hit.js';
import type { Sought } from '../lookup/sought.js';

export interface SearchedBy {
  readonly tenant: Tenant;
  /** Whether the search is noted in the audit log. */
  readonly byOperator: boolean;
  /**
   * Whether e-mail addresses, phone numbers and login ids are shown whole. Otherwise they must not be searched either.
   */
  readonly seesContact: boolean;
  /** The most hits that are shown. */
  readonly limit: number;
}

/** Finds things of one context. Every provider that extends it is asked. */
export abstract class SearchSource {
  /** The scope that a caller needs to be shown these hits. */
  abstract readonly scope: string;

  /** The best first. Only searches that an index of this context supports are made. */
  abstract find(sought: Sought, by: SearchedBy): Promise<readonly Hit[]>;
}
