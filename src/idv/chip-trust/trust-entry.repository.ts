import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Tx } from '../../shared/persistence/index.js';
import { SealedRows } from '../../shared/security/index.js';
import type { TrustDates, TrustKind } from './chip-trust.js';
import { TrustEntry, type NewTrustEntry } from './trust-entry.entity.js';

export type TrustPlace = Pick<TrustEntry, 'kind' | 'source' | 'id'>;

/**
 * Stores trusted authorities, publishers and lists. They belong to the organisation that runs the service, not to an
 * enterprise.
 */
@Injectable()
export class TrustEntryRepository {
  constructor(
    @InjectRepository(TrustEntry) private readonly rows: Repository<TrustEntry>,
    private readonly seals: SealedRows,
  ) {}

  /** Returns the entries whose keyed hash matches. An altered entry is left out and reported to operators. */
  async sound(): Promise<TrustEntry[]> {
    const all = await this.rows.find({ order: { kind: 'ASC', state: 'ASC', id: 'ASC' } });
    const held = await Promise.all(all.map((entry) => this.seals.holds(entry)));
    return all.filter((_, at) => held[at]);
  }

  /** Identifies the current set of entries by their count and the latest import time, so that changes are detected. */
  async stamp(): Promise<string> {
    const count = await this.rows.count();
    const [newest] = await this.rows.find({ select: { importedAt: true }, order: { importedAt: 'DESC' }, take: 1 });
    return `${count} ${newest?.importedAt.toISOString() ?? ''}`;
  }

  hasKind(kind: TrustKind): Promise<boolean> {
    return this.rows.existsBy({ kind });
  }

  dates(): Promise<TrustDates[]> {
    return this.rows.find({
      select: { kind: true, source: true, id: true, state: true, validUntil: true, importedAt: true },
    });
  }

  /** Replaces all entries of one kind that come from one source: a master list, or the imports of operators. */
  async replaceAll(
    tx: Tx,
    where: Pick<TrustEntry, 'kind' | 'source'>,
    entries: readonly NewTrustEntry[],
  ): Promise<void> {
    tx.removeAll(TrustEntry, where);
    for (const entry of entries) await tx.add(this.sealable(entry));
  }

  async replace(tx: Tx, entry: NewTrustEntry): Promise<void> {
    const { kind, source, id } = entry;
    this.remove(tx, { kind, source, id });
    await tx.add(this.sealable(entry));
  }

  remove(tx: Tx, place: Partial<TrustPlace> & Pick<TrustPlace, 'kind'>): void {
    tx.removeAll(TrustEntry, place);
  }

  private sealable(entry: NewTrustEntry): TrustEntry {
    return Object.assign(new TrustEntry(), { rowSeal: null }, entry);
  }
}
