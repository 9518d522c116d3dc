import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../shared/audit/audit-log.js';
import type { AuditRecord } from '../../shared/audit/audit-page.js';
import { Clock } from '../../shared/kernel/clock.js';
import type { JsonObject } from '../../shared/kernel/json.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { UserErrors } from '../domain/users.errors.js';
import type { User } from '../entities/user.entity.js';
import { UserRepository } from './user.repository.js';
import { PersonalDataSections } from './export/personal-data-sections.service.js';
import { recordOf } from './export/record-of.js';

const AUDIT_PAGE = 1_000;

/** Everything that is held about one person, as they or their enterprise may ask for it. */
@Injectable()
export class UserExport {
  constructor(
    private readonly users: UserRepository,
    private readonly sections: PersonalDataSections,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async of(tenant: Tenant, userId: string): Promise<JsonObject> {
    const user = await this.users.find(tenant, userId);
    if (!user || user.erasedAt) throw UserErrors.notFound(`There is no user ${userId}`);
    const exported = {
      exportedAt: this.clock.now().toISOString(),
      user: recordOf(user),
      ...(await this.sections.of(user.ref)),
      audit: await this.#entriesAbout(user),
    };
    await this.audit.record({ kind: 'users.user-exported', tenant, subject: user.sub });
    return exported;
  }

  async #entriesAbout({ tenant, sub: subject }: User): Promise<JsonObject[]> {
    const entries: JsonObject[] = [];
    let after: readonly string[] | undefined;
    do {
      const page = await this.audit.list({ tenant, subject }, AUDIT_PAGE, after);
      entries.push(...page.entries.map(entryOf));
      after = page.end;
    } while (after);
    return entries;
  }
}

const entryOf = ({ at, kind, outcome, actorKind, actor, address, requestId, details }: AuditRecord): JsonObject => ({
  at: at.toISOString(),
  kind,
  outcome,
  actorKind,
  actor,
  address,
  requestId,
  details,
});
