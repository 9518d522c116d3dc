import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import type { ExportFormat } from '../../shared/http/index.js';
import type { JsonObject, Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { AllowedExport } from './allowed-export.entity.js';

/** The data that may be exported, and the reason. Stored encrypted, because search terms may name a person. */
export interface ExportTerms {
  readonly query: JsonObject;
  readonly format: ExportFormat;
  readonly reason: string | null;
}

export type OpenedExport = AllowedExport & { readonly terms: ExportTerms };

@Injectable()
export class AllowedExportRepository {
  constructor(
    @InjectRepository(AllowedExport) private readonly rows: Repository<AllowedExport>,
    private readonly sealer: Sealer,
  ) {}

  async add(tx: Tx, allowed: AllowedExport, { query, format, reason }: ExportTerms): Promise<void> {
    allowed.sealedTerms = this.sealer.sealJson({ query, format, reason }, AllowedExport.sealContext(allowed.id));
    await tx.add(allowed);
  }

  /** Finds an export that its requester has not downloaded yet. */
  async find(tenant: Tenant, id: string, askedBy: string, now: Date): Promise<OpenedExport | undefined> {
    const { enterpriseId, test } = tenant;
    const row = await this.rows.findOneBy({ id, enterpriseId, test, askedBy, endsAt: MoreThan(now) });
    if (!row) return undefined;
    const terms = this.sealer.openJson(row.sealedTerms, AllowedExport.sealContext(id)) as unknown as ExportTerms;
    return Object.assign(row, { terms });
  }

  /** Deletes an export, so that it can be downloaded only once. Returns false if it was already downloaded. */
  async take(tx: Tx, { id }: AllowedExport): Promise<boolean> {
    return (await tx.manager.delete(AllowedExport, { id })).affected === 1;
  }

  async purge(now: Date): Promise<void> {
    await this.rows.delete({ endsAt: LessThanOrEqual(now) });
  }
}
