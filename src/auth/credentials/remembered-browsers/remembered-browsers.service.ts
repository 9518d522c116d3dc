import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { Clock, newId, Tenant } from '../../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { BlindIndex } from '../../../shared/security/index.js';
import type { UserRef } from '../../../users/contract/index.js';
import type { SessionOrigin } from '../../sessions/session-origins.service.js';
import { FactorRules } from '../factor-rules.service.js';
import { RememberedBrowser } from './remembered-browser.entity.js';

const PURPOSE = 'auth/remembered-browser';
const DAY_MS = 86_400_000;
const MOST = 20;

export type ListedBrowser = Pick<RememberedBrowser, 'id' | 'origin' | 'createdAt' | 'lastUsedAt' | 'expiresAt'>;

/**
 * Remembered browsers, which count as the second factor for level 2 for some days. Each is bound to a user and a
 * cookie.
 */
@Injectable()
export class RememberedBrowsers {
  constructor(
    @InjectRepository(RememberedBrowser) private readonly rows: Repository<RememberedBrowser>,
    private readonly rules: FactorRules,
    private readonly index: BlindIndex,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async remember(user: UserRef, secret: string, origin: SessionOrigin): Promise<void> {
    const { rememberBrowserDays: days } = await this.rules.of(user);
    if (days === 0) return;
    const [id, createdAt] = [newId(), this.clock.now()];
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS);
    const tokenHash = this.index.hash(covered({ id, sub: user.sub, createdAt, expiresAt }, secret), PURPOSE);
    await this.uow.run(async (tx) => {
      const kept = await tx.manager.find(RememberedBrowser, { where: { sub: user.sub }, order: { createdAt: 'DESC' } });
      const gone = kept.filter((row, at) => at >= MOST - 1 || this.#isOf(row, secret));
      if (gone.length > 0)
        await tx.manager.delete(
          RememberedBrowser,
          gone.map((row) => row.id),
        );
      const row = { id, sub: user.sub, tokenHash, origin, createdAt, lastUsedAt: createdAt, expiresAt };
      await tx.add(Object.assign(new RememberedBrowser(), row));
      const details = { days };
      tx.pending.audit.push({ kind: 'auth.browser-remembered', tenant: tenantOf(user), subject: user.sub, details });
    });
  }

  /**
   * The time at which this browser was remembered, or undefined if that is too long ago. The current number of days
   * applies, even if the enterprise has reduced it since.
   */
  async since(user: UserRef, secret: string | undefined): Promise<Date | undefined> {
    if (secret === undefined) return undefined;
    const { rememberBrowserDays: days } = await this.rules.of(user);
    if (days === 0) return undefined;
    const now = this.clock.now();
    const createdAt = MoreThan(new Date(now.getTime() - days * DAY_MS));
    const rows = await this.rows.findBy({ sub: user.sub, expiresAt: MoreThan(now), createdAt });
    const found = rows.find((row) => this.#isOf(row, secret));
    if (found) await this.rows.update({ id: found.id }, { lastUsedAt: now });
    return found?.createdAt;
  }

  list(sub: string): Promise<ListedBrowser[]> {
    return this.rows.find({ where: { sub, expiresAt: MoreThan(this.clock.now()) }, order: { createdAt: 'DESC' } });
  }

  async remove(user: UserRef, id: string): Promise<boolean> {
    const found = (await this.list(user.sub)).find((browser) => browser.id === id);
    if (!found) return false;
    return this.uow.run(async (tx) => {
      await tx.manager.delete(RememberedBrowser, { id });
      tx.pending.audit.push({ kind: 'auth.browser-forgotten', tenant: tenantOf(user), subject: user.sub });
      return true;
    });
  }

  /** Deletes all remembered browsers of a user, or only those remembered before the given time. */
  async forget(tx: Tx, sub: string, until?: Date): Promise<void> {
    await tx.manager.delete(RememberedBrowser, { sub, ...(until && { createdAt: LessThanOrEqual(until) }) });
  }

  #isOf(row: RememberedBrowser, secret: string): boolean {
    return this.index.matches(row.tokenHash, covered(row, secret), PURPOSE);
  }
}

const tenantOf = ({ enterpriseId, test }: UserRef): Tenant => Tenant.of(enterpriseId, test);

/** The values that the keyed hash covers, so that none of them can be altered. */
const covered = (
  { id, sub, createdAt, expiresAt }: Pick<RememberedBrowser, 'id' | 'sub' | 'createdAt' | 'expiresAt'>,
  secret: string,
): string => JSON.stringify([id, sub, createdAt.getTime(), expiresAt.getTime(), secret]);

/** Deletes expired remembered browsers. */
export const DELETE_EXPIRED_BROWSERS = `
  DELETE FROM auth.remembered_browser WHERE id IN (
    SELECT id FROM auth.remembered_browser WHERE expires_at < now() LIMIT $1)
  RETURNING 1`;
