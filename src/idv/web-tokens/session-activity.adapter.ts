import { Injectable } from '@nestjs/common';
import { type Activity, type ActivityOfUser, ActivitySource, momentOf } from '../../users/contract/index.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionResults } from './session-results.service.js';

/** Lists the verifications of a person. */
@Injectable()
export class SessionActivity extends ActivitySource {
  override readonly scope = 'idv:read';

  constructor(private readonly results: SessionResults) {
    super();
  }

  async newest({ tenant, userId, limit, after }: ActivityOfUser): Promise<readonly Activity[]> {
    const filter = { ...{ userId, order: 'newest' as const }, status: undefined, from: undefined, to: undefined };
    return (await this.results.page(tenant, filter, limit, after && [after.at, after.id])).map(activityOf);
  }
}

const activityOf = ({ sessionId, createdAt, status }: Session): Activity => ({
  kind: 'idvSession',
  id: sessionId,
  at: momentOf(createdAt),
  title: sessionId,
  status,
  actor: null,
});
