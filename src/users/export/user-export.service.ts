import { Injectable, type StreamableFile } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { AuditLog, type AuditPage, type AuditRecord } from '../../audit/contract/index.js';
import { ExportPlaces, exportStream, ListMemory } from '../../shared/http/index.js';
import { Clock, instancesOf, type JsonObject, type Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { DEFAULT_LANGUAGE } from '../contract/message-sender.port.js';
import type { UserRef } from '../contract/users.events.js';
import { PersonalData, type PersonalDataSection } from '../contract/ports.js';
import { jsonDocument, type Member } from './json-document.js';

/** Provides the sections of an export: the data that each part of the service stores about a person. */
@Injectable()
export class PersonalDataSections {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Reads the sections one by one, so that only one of them is in memory at a time. */
  async *of(ref: UserRef): AsyncGenerator<PersonalDataSection> {
    const names = new Set<string>();
    for (const contributor of instancesOf(this.discovery, PersonalData)) {
      const section = await contributor.section(ref);
      if (names.has(section.name)) throw new Error('Two contexts give their section of an export the same name');
      names.add(section.name);
      yield section;
    }
  }
}

const AUDIT_PAGE = 200;
const MOST_OF_ENTERPRISE = 1;
const MOST_AT_ONCE = 2;
/**
 * The memory that an export reserves: enough for one page of a section, and for the text that is buffered for the
 * reader.
 */
const HELD_BYTES = 2 * 1024 * 1024;

/**
 * Exports everything that is stored about one person, for that person or the enterprise. The export is streamed, so it
 * is never in memory as a whole.
 */
@Injectable()
export class UserExport {
  readonly #places = new ExportPlaces(MOST_OF_ENTERPRISE, MOST_AT_ONCE);

  constructor(
    private readonly users: UserRepository,
    private readonly sections: PersonalDataSections,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly memory: ListMemory,
  ) {}

  /** Returns the export as a file. Throws if too many exports are running, or if memory is short. */
  async file(tenant: Tenant, userId: string): Promise<StreamableFile> {
    const leavePlace = this.#places.enter(tenant.enterpriseId);
    let leave = leavePlace;
    try {
      const giveBack = this.memory.hold(tenant, HELD_BYTES);
      leave = () => {
        leavePlace();
        giveBack();
      };
      return exportStream(await this.of(tenant, userId), { type: 'application/json; charset=utf-8' }, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Returns the export in chunks of text. The audit entry is committed before the first chunk. */
  async of(tenant: Tenant, userId: string): Promise<AsyncIterable<string>> {
    const user = await this.users.find(tenant, userId);
    if (!user || user.erasedAt) throw UserErrors.notFound(`There is no user ${userId}`);
    const exportedAt = this.clock.now().toISOString();
    const entries = await this.#entriesAbout(user);
    await this.audit.record({ kind: 'users.user-exported', tenant, subject: user.sub });
    return jsonDocument(this.#members(user, exportedAt, entries));
  }

  async *#members(user: User, exportedAt: string, entries: AuditPage): AsyncGenerator<Member> {
    yield { name: 'exportedAt', data: exportedAt };
    yield { name: 'user', data: recordOf(user) };
    yield* this.sections.of(user.ref);
    yield { name: 'audit', data: this.#pagesFrom(user, entries) };
  }

  #entriesAbout({ tenant, sub: subject }: User, after?: AuditPage['end']): Promise<AuditPage> {
    return this.audit.list({ tenant, subject }, AUDIT_PAGE, after);
  }

  async *#pagesFrom(user: User, first: AuditPage): AsyncGenerator<readonly JsonObject[]> {
    let page = first;
    for (;;) {
      yield page.entries.map(entryOf);
      if (page.end === undefined) return;
      page = await this.#entriesAbout(user, page.end);
    }
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

/** Returns all columns of the user, under their names in the API. */
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
  verifiedEmail: user.verifiedEmail,
  mobileNumber: user.mobileNumber,
  language: user.language ?? DEFAULT_LANGUAGE,
  comments: user.comments,
  attributes: { ...user.attributes },
  codesHeldUntil: iso(user.codesHeldUntil),
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
