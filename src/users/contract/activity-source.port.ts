import type { Tenant } from '../../shared/kernel/index.js';
import type { Activity, ActivityPosition } from '../activity/merged-activity.js';

export interface ActivityOfUser {
  readonly tenant: Tenant;
  readonly sub: string;
  readonly userId: string;
  /** No more than these are wanted. */
  readonly limit: number;
  /** Only what comes after it in the list, where all is sorted by time and id, the newest first. */
  readonly after: ActivityPosition | undefined;
}

/** Tells what a context knows that a person did, or that was done about one. Every provider that extends it is asked. */
export abstract class ActivitySource {
  /** Callers without it are not shown what this one tells. */
  abstract readonly scope: string;

  abstract newest(asked: ActivityOfUser): Promise<readonly Activity[]>;
}
