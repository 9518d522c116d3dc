import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import type { DomainError, Tenant } from '../../shared/kernel/index.js';
import { advisoryLocks, Database, type Tx } from '../../shared/persistence/index.js';
import { NotificationTemplate } from './notification-template.entity.js';

const COLUMNS = `enterprise_id AS "enterpriseId", test, template_id AS "templateId", version, variables, body,
  created_at AS "createdAt"`;

const MOST_VERSIONS = 2_147_483_647;

/** Reads and writes the notification templates of enterprises. */
@Injectable()
export class NotificationTemplateRepository {
  constructor(
    private readonly db: Database,
    @InjectRepository(NotificationTemplate) private readonly rows: Repository<NotificationTemplate>,
  ) {}

  /** Finds the given version of a template, or the newest if no version is given. */
  async find(
    { enterpriseId, test }: Tenant,
    templateId: string,
    version?: number,
  ): Promise<NotificationTemplate | undefined> {
    const [row] = await this.db.rows(FIND, [enterpriseId, test, templateId, version ?? null]);
    return row && asTemplate(row);
  }

  /** The newest version of each template, ordered by id. */
  async list({ enterpriseId, test }: Tenant, limit: number, after = ''): Promise<NotificationTemplate[]> {
    const rows = await this.db.rows(
      `SELECT DISTINCT ON (template_id) ${COLUMNS} FROM notifications.notification_template
       WHERE enterprise_id = $1 AND test = $2 AND template_id > $3 ORDER BY template_id, version DESC LIMIT $4`,
      [enterpriseId, test, after, limit],
    );
    return rows.map(asTemplate);
  }

  /** Returns the versions of a template, newest first. */
  versions(
    { enterpriseId, test }: Tenant,
    templateId: string,
    limit: number,
    before = MOST_VERSIONS,
  ): Promise<NotificationTemplate[]> {
    const where = { enterpriseId, test, templateId, version: LessThan(before) };
    return this.rows.find({ where, order: { version: 'DESC' }, take: limit });
  }

  /**
   * Returns the number of the newest version, or undefined if there is no such template. Locks the template until the
   * transaction ends, so that no version can be added while the template is deleted.
   */
  async lockVersion(tx: Tx, { enterpriseId, test, key }: Tenant, templateId: string): Promise<number | undefined> {
    const lock = [advisoryLocks.notificationTemplate, `${key} ${templateId}`];
    await tx.rows('SELECT pg_advisory_xact_lock($1, hashtext($2))', lock);
    const newest = await tx.manager.maximum(NotificationTemplate, 'version', { enterpriseId, test, templateId });
    return newest ?? undefined;
  }

  /** Adds a version. Throws `duplicate` if it already exists. */
  add(tx: Tx, template: NotificationTemplate, duplicate: () => DomainError): Promise<void> {
    return tx.add(template, duplicate);
  }

  /** Removes all versions of a template. Returns whether there were any. */
  async remove(tx: Tx, { enterpriseId, test }: Tenant, templateId: string): Promise<boolean> {
    const { affected } = await tx.manager.delete(NotificationTemplate, { enterpriseId, test, templateId });
    return (affected ?? 0) > 0;
  }
}

/**
 * This prepared statement takes a third of the time of TypeORM's query. It runs for each notification made from a
 * template.
 */
const FIND = `
  SELECT ${COLUMNS} FROM notifications.notification_template
  WHERE enterprise_id = $1 AND test = $2 AND template_id = $3 AND ($4::int IS NULL OR version = $4)
  ORDER BY version DESC LIMIT 1`;

const asTemplate = (row: object): NotificationTemplate => Object.assign(new NotificationTemplate(), row);
