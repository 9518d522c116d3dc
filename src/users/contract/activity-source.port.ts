import type { Tenant } from '../../shared/kernel/index.js';
import type { Activity, ActivityPosition } from '../activity/merged-activity.js';

export interface ActivityOfUser {
  readonly tenant: Tenant;
  readonly sub: string;
  readonly userId: string;
  /** The maximum number of entries to return. */
  readonly limit: number;
  /** Only entries after this position in the list, which is sorted by time and id, the newest first. */
  readonly after: ActivityPosition | undefined;
}

/**
 * A context's entries about what a user did, and what was done to the user. All providers that extend it are queried.
 */
export abstract class ActivitySource {
  /** The scope that a caller needs to see the entries of this source. */
  abstract readonly scope: string;

  abstract newest(asked: ActivityOfUser): Promise<readonly Activity[]>;
}
