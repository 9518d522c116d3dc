import { Injectable } from '@nestjs/common';
import { nameOf, type Principal } from '../../shared/auth-guard/index.js';
import { Clock, type Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { UserViews } from '../user/user-views.service.js';
import { AllowedExport } from './allowed-export.entity.js';
import { AllowedExportRepository, type ExportTerms, type OpenedExport } from './allowed-export.repository.js';

const KEPT_MS = 86_400_000;

/**
 * Manages exports of more users than an operator may export alone. A second operator approves each export, and the
 * requester can download it once.
 */
@Injectable()
export class AllowedExports {
  constructor(
    private readonly exports: AllowedExportRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async allow(tenant: Tenant, caller: Principal, terms: ExportTerms): Promise<AllowedExport> {
    const endsAt = new Date(this.clock.now().getTime() + KEPT_MS);
    const agreedBy = caller.operator?.agreedBy ?? null;
    const allowed = AllowedExport.allow(tenant, { askedBy: nameOf(caller), agreedBy, endsAt });
    await this.uow.run((tx) => this.exports.add(tx, allowed, terms));
    return allowed;
  }

  async find(tenant: Tenant, caller: Principal, id: string): Promise<OpenedExport> {
    return (await this.exports.find(tenant, id, nameOf(caller), this.clock.now())) ?? notFound();
  }

  /**
   * Deletes the approved export as used up, and records in the audit log who downloaded it and who approved it. Of two
   * concurrent calls, only one succeeds.
   */
  async take(allowed: OpenedExport): Promise<void> {
    const { id, tenant, terms, agreedBy } = allowed;
    const { query, format, reason } = terms;
    await this.uow.run(async (tx) => {
      if (!(await this.exports.take(tx, allowed))) notFound();
      const noted = { format, export: id, ...(reason !== null && { reason }), ...(agreedBy !== null && { agreedBy }) };
      tx.pending.audit.push(UserViews.exportNote(tenant, query, noted));
    });
  }
}

function notFound(): never {
  throw UserErrors.exportNotFound();
}
