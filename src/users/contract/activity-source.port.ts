import type { Tenant } from '../../shared/kernel/index.js';
import type { Activity, ActivityPosition } from '../activity/merged-activity.js';

export interface ActivityOfUser {
  readonly tenant: Tenant;
  readonly sub: string;
  readonly userId: string;
  /** The largest number of entries that is wanted. */
  readonly limit: number;
  /** Only entries after this position in the list, which is sorted by time and id, the newest first. */
  readonly after: ActivityPosition | undefined;
}

/** Tells what a context knows that a person did, or that was done about one. Every provider that extends it is asked. */
export abstract class ActivitySource {
  /** The scope that a caller needs to be shown what this source tells. */
  abstract readonly scope: string;

  abstract newest(asked: ActivityOfUser): Promise<readonly Activity[]>;
}
