import { TextField, TimeField } from '../../../shared/fields/index.js';
import type { Session } from '../../sessions/session.entity.js';

export class ReviewClaimDto {
  @TextField({
    max: 300,
    example: 'client:backoffice',
    description: 'Who claimed the review: `client:<id>` or `operator:<id>`.',
  })
  by!: string;
  @TimeField({ description: 'The time at which the claim ends. Until then, no one else can decide the review.' })
  until!: string;

  static of(session: Session, now: Date): ReviewClaimDto | null {
    const claim = session.claimAt(now);
    return claim ? { by: claim.by, until: claim.until.toISOString() } : null;
  }
}
