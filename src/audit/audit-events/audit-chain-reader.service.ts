import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import { type ChainLag, ChainStats } from '../chain/chain-stats.repository.js';
import type { AuditRecord } from '../contract/audit-log.port.js';
import { AuditErrors } from '../contract/audit.errors.js';
import { AuditChainRepository, type ChainLink, type SignedCheckpoint } from './audit-chain.repository.js';
import { AuditEvents } from './audit-events.service.js';

export interface ProvedEntry {
  readonly entry: AuditRecord;
  readonly link: ChainLink | undefined;
  readonly checkpoint: SignedCheckpoint | undefined;
}

export interface AuditChainState {
  readonly head: ChainLink | undefined;
  readonly lag: ChainLag;
  readonly checkpoint: SignedCheckpoint | undefined;
}

/** Reads the link and checkpoint of an audit entry, and the current state of the chain. */
@Injectable()
export class AuditChainReader {
  constructor(
    private readonly events: AuditEvents,
    private readonly chain: AuditChainRepository,
    private readonly stats: ChainStats,
  ) {}

  async entry(tenant: Tenant, id: string): Promise<ProvedEntry> {
    const entry = await this.events.find(tenant, id);
    if (!entry) throw AuditErrors.notFound(`No audit event ${id}`);
    const link = await this.chain.linkOf(id);
    return { entry, link, checkpoint: link && (await this.chain.checkpointOver(link.number)) };
  }

  async state(): Promise<AuditChainState> {
    const [head, lag, checkpoint] = await Promise.all([
      this.chain.head(),
      this.stats.lag(),
      this.chain.newestCheckpoint(),
    ]);
    return { head, lag, checkpoint };
  }
}
