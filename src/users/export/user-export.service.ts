import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { type AuditRecord } from '../../audit/contract/index.js';
import { Clock, type JsonObject, type Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { DEFAULT_LANGUAGE } from '../contract/default-language.js';
import { PersonalDataSections } from './personal-data-sections.service.js';

const AUDIT_PAGE = 1_000;

/** Exports everything that is stored about one person, for the person or the enterprise. */
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

const entryOf = (entry: AuditRecord): JsonObject => ({
  at: entry.at.toISOString(),
  kind: entry.kind,
  outcome: entry.outcome,
  actorKind: entry.actorKind,
  actor: entry.actor,
  actingFor: entry.actingFor,
  address: entry.address,
  requestId: entry.requestId,
  details: entry.details,
  comments: entry.comments,
});

/** The whole row, with the names of the API. */
export const recordOf = (user: User): JsonObject => ({
  sub: user.sub,
  userId: user.userId,
  loginId: user.loginId,
  enterpriseId: user.enterpriseId,
  test: user.test,
  status: user.status,
  previousStatuses: user.previousStatuses,
  blockedBy: user.blockedBy,
  statusChange: user.statusChange && { ...user.statusChange, actor: { ...user.statusChange.actor } },
  firstName: user.firstName,
  lastName: user.lastName,
  primaryGroup: user.primaryGroup,
  secondaryGroups: user.secondaryGroups,
  emailId: user.emailId,
  emailVerified: user.emailVerified,
  mobileNumber: user.mobileNumber,
  language: user.language ?? DEFAULT_LANGUAGE,
  comments: user.comments,
  createdBy: user.createdBy,
  kycReferenceId: user.kycReferenceId,
  idvStatus: user.idvStatus,
  idvFinishedAt: iso(user.idvFinishedAt),
  createdAt: iso(user.createdAt),
  updatedAt: iso(user.updatedAt),
  lastActiveAt: iso(user.lastActiveAt),
  deletedAt: iso(user.deletedAt),
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;
