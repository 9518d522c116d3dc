import { TextField, TimeField } from '../../../shared/http/fields/index.js';
import type { Session } from '../../sessions/session.entity.js';

export class ReviewClaimDto {
  @TextField({ max: 300, example: 'client:backoffice', description: '`client:<id>` or `operator:<id>`.' }) by!: string;
  @TimeField({ description: 'Until then nobody else decides.' }) until!: string;

  static of(session: Session, now: Date): ReviewClaimDto | null {
    const claim = session.claimAt(now);
    return claim ? { by: claim.by, until: claim.until.toISOString() } : null;
  }
}
