import { Injectable } from '@nestjs/common';
import { Clock, type Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { DetailTypeErrors } from '../contract/auth.errors.js';
import { DetailType, type DetailTypeContent } from './detail-type.entity.js';
import { DetailTypeRepository } from './detail-type.repository.js';
import { type BuiltInDetailType, builtInDetailType, builtInDetailTypes } from './built-in-detail-types.js';

/** A type of authorization details: an enterprise's own, or a predefined one. */
export type KnownType = BuiltInDetailType & { readonly createdAt?: Date };

const MOST_VERSIONS = 1_000;

/** The types of authorization details that an enterprise's clients may use (RFC 9396). */
@Injectable()
export class DetailTypes {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly rows: DetailTypeRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the given version of a type or, if none is given, the newest one. Earlier versions of a removed type can
   * still be read. Returns undefined for the version that only marks the type as removed.
   */
  async find(tenant: Tenant, type: string, version?: number): Promise<KnownType | undefined> {
    const ready = builtInDetailType(type);
    if (ready) return version === undefined || version === ready.version ? ready : undefined;
    const found = await this.rows.find(tenant, type, version);
    return found?.removed ? undefined : found;
  }

  async get(tenant: Tenant, type: string, version?: number): Promise<KnownType> {
    return (await this.find(tenant, type, version)) ?? notFound();
  }

  /** Lists predefined types first, then the enterprise's own. */
  async list(tenant: Tenant, limit: number, after?: string): Promise<KnownType[]> {
    const at = builtInDetailTypes.findIndex(({ type }) => type === after);
    const isAmongOwn = after !== undefined && at < 0;
    const ready = isAmongOwn ? [] : builtInDetailTypes.slice(at + 1, at + 1 + limit);
    const own = await this.rows.list(tenant, limit - ready.length, isAmongOwn ? after : undefined);
    return [...ready, ...own];
  }

  create(tenant: Tenant, type: string, content: DetailTypeContent): Promise<DetailType> {
    if (builtInDetailType(type)) throw DetailTypeErrors.taken('This type is ready for use, and cannot be changed');
    return this.uow.run(async (tx) => {
      const last = await this.rows.find(tenant, type);
      if (last && !last.removed) throw DetailTypeErrors.taken();
      return this.#add(
        tx,
        tenant,
        DetailType.create(tenant, type, (last?.version ?? 0) + 1, content, this.clock.now()),
      );
    });
  }

  /** Adds a version; earlier ones stay. Omitted parts are copied from the previous version. */
  change(tenant: Tenant, type: string, changes: Partial<DetailTypeContent>): Promise<DetailType> {
    return this.uow.run(async (tx) => {
      const { schema, texts, version } = await this.#own(tenant, type);
      const content = { schema: changes.schema ?? schema, texts: changes.texts ?? texts };
      return this.#add(tx, tenant, DetailType.create(tenant, type, version + 1, content, this.clock.now()));
    });
  }

  remove(tenant: Tenant, type: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const last = await this.#own(tenant, type);
      await this.rows.add(tx, last.removedAt(this.clock.now()), DetailTypeErrors.taken);
      tx.pending.audit.push({ kind: 'auth.detail-type-removed', tenant, details: { type } });
    });
  }

  async #own(tenant: Tenant, type: string): Promise<DetailType> {
    if (builtInDetailType(type)) throw DetailTypeErrors.taken('This type is ready for use, and cannot be changed');
    const last = await this.rows.find(tenant, type);
    return last && !last.removed ? last : notFound();
  }

  async #add(tx: Tx, tenant: Tenant, made: DetailType): Promise<DetailType> {
    if ((await this.rows.countLocked(tx, tenant)) >= MOST_VERSIONS)
      throw DetailTypeErrors.tooMany(`An enterprise has at most ${MOST_VERSIONS} versions of types`);
    await this.rows.add(tx, made, DetailTypeErrors.taken);
    const { type, version } = made;
    tx.pending.audit.push({ kind: 'auth.detail-type-changed', tenant, details: { type, version } });
    return made;
  }
}

function notFound(): never {
  throw DetailTypeErrors.notFound();
}
