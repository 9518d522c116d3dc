import { Injectable } from '@nestjs/common';
import { type AllTenants, Clock, currentActor, type Tenant } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { AuditViews, type Reader, type UnusuallyMany } from '../contract/audit-views.port.js';

@Injectable()
export class EntryViews extends AuditViews {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async noteListed({ enterpriseId, test }: Tenant, persons: readonly string[]): Promise<void> {
    const { kind, id } = currentActor();
    if (kind !== 'operator' || persons.length === 0) return;
    await this.db.rows(NOTE, [enterpriseId, test, id, [...new Set(persons)], this.clock.now()]);
  }

  readers(_scope: AllTenants, since: Date, { lookedAt, listed }: UnusuallyMany): Promise<Reader[]> {
    return this.db.rows<Reader>(READERS, [since, lookedAt, listed]);
  }

  async forgetListed(_scope: AllTenants, before: Date): Promise<void> {
    await this.db.rows('DELETE FROM shared.listed_person WHERE at < $1', [before]);
  }
}

/**
 * Records the persons whom a list has shown to an operator. The order of rows is fixed, so that two concurrent inserts
 * wait for each other instead of causing a deadlock.
 */
const NOTE = `
  INSERT INTO shared.listed_person (enterprise_id, test, operator, person, at)
  SELECT $1, $2, $3, person, $5 FROM unnest($4::text[]) AS person ORDER BY person
  ON CONFLICT (enterprise_id, test, operator, person) DO UPDATE SET at = excluded.at`;

/**
 * Counts the persons that each operator has viewed. The recursion jumps from tenant to tenant in the index of
 * operators' entries, so it does not read all entries.
 */
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
  ), reader AS (
    SELECT look.enterprise_id, look.test, known.subject AS sub, sum(look.persons)::int AS persons
    FROM look JOIN shared.audit_alias known ON known.alias = look.actor_alias
    GROUP BY look.enterprise_id, look.test, known.subject
    HAVING $2 > 0 AND sum(look.persons) >= $2
    UNION ALL
    SELECT enterprise_id, test, operator, count(*)::int FROM shared.listed_person WHERE at > $1
    GROUP BY enterprise_id, test, operator
    HAVING $3 > 0 AND count(*) >= $3
  )
  SELECT enterprise_id AS "enterpriseId", test, sub, max(persons) AS persons
  FROM reader GROUP BY enterprise_id, test, sub`;
