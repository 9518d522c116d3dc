import type { Tenant } from '../../shared/kernel/index.js';
import type { Hit } from '../lookup/hit.js';
import type { SearchText } from '../lookup/search-text.js';

export interface SearchedBy {
  readonly tenant: Tenant;
  /** Whether the caller is an operator, whose searches are written to the audit log. */
  readonly byOperator: boolean;
  /**
   * Whether the caller may see email addresses, phone numbers and login names. If not, the source must not search them
   * either.
   */
  readonly seesContact: boolean;
  /** The maximum number of hits that the source should return. */
  readonly limit: number;
}

/** A source of search results in one context. The search calls all providers that extend this class. */
export abstract class SearchSource {
  /** The scope that a caller needs in order to see this source's hits. */
  abstract readonly scope: string;

  /** Returns the best hits first. A source must not run searches that no index supports. */
  abstract find(sought: SearchText, by: SearchedBy): Promise<readonly Hit[]>;
}
