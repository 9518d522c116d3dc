import { Injectable } from '@nestjs/common';
import type { AllTenants } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { AuditViews, type Reader } from '../contract/audit-views.port.js';

@Injectable()
export class EntryViews extends AuditViews {
  constructor(private readonly db: Database) {
    super();
  }

  readers(_scope: AllTenants, since: Date, atLeast: number): Promise<Reader[]> {
    return this.db.rows<Reader>(READERS, [since, atLeast]);
  }
}

/** The index of entries of operators begins with the place: each step goes to the next one in it. */
const READERS = `
  WITH RECURSIVE place AS (
    (SELECT enterprise_id, test FROM shared.audit_entry
     WHERE actor_kind = 'operator' AND enterprise_id IS NOT NULL ORDER BY enterprise_id, test LIMIT 1)
    UNION ALL
    SELECT following.* FROM place CROSS JOIN LATERAL (
      SELECT e.enterprise_id, e.test FROM shared.audit_entry e
      WHERE e.actor_kind = 'operator' AND (e.enterprise_id, e.test) > (place.enterprise_id, place.test)
      ORDER BY e.enterprise_id, e.test LIMIT 1) following
  )
  SELECT place.enterprise_id AS "enterpriseId", place.test, reader.subject AS sub,
         count(DISTINCT e.subject_alias)::int AS persons
  FROM place
  JOIN shared.audit_entry e ON e.enterprise_id = place.enterprise_id AND e.test = place.test
    AND e.actor_kind = 'operator' AND e.at > $1
  JOIN shared.audit_alias reader ON reader.alias = e.actor_alias
  WHERE e.subject_alias IS NOT NULL AND e.outcome = 'done' AND (e.kind LIKE '%-viewed' OR e.kind LIKE '%-exported')
  GROUP BY place.enterprise_id, place.test, reader.subject
  HAVING count(DISTINCT e.subject_alias) >= $2`;
