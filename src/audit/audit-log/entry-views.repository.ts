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
  ), look AS (
    SELECT DISTINCT place.enterprise_id, place.test, e.actor_alias, read.what, read.persons
    FROM place
    JOIN shared.audit_entry e ON e.enterprise_id = place.enterprise_id AND e.test = place.test
      AND e.actor_kind = 'operator' AND e.at > $1
    CROSS JOIN LATERAL (
      SELECT e.subject_alias::text AS what, 1 AS persons
      WHERE e.subject_alias IS NOT NULL AND (e.kind LIKE '%-viewed' OR e.kind LIKE '%-exported')
      UNION ALL
      SELECT e.details ->> 'page', (e.details ->> 'rows')::int WHERE e.kind LIKE '%-searched' AND e.details ? 'page'
    ) read
    WHERE e.outcome = 'done'
  )
  SELECT look.enterprise_id AS "enterpriseId", look.test, reader.subject AS sub, sum(look.persons)::int AS persons
  FROM look JOIN shared.audit_alias reader ON reader.alias = look.actor_alias
  GROUP BY look.enterprise_id, look.test, reader.subject
  HAVING sum(look.persons) >= $2`;
