import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThanOrEqual, type Repository } from 'typeorm';
import { AuditLink } from '../chain/audit-chain.entity.js';
import { AuditCheckpoint } from '../chain/checkpoints/audit-checkpoint.entity.js';

export interface ChainLink {
  readonly number: number;
  /** The hash of the link, in hexadecimal. */
  readonly hash: string;
}

/** A checkpoint: the number of a link, and the signature over it. */
export interface SignedCheckpoint {
  readonly number: number;
  readonly jws: string;
  readonly signedAt: Date;
}

/** Read access to the hash chain: its end, single links, and checkpoints. */
@Injectable()
export class AuditChainRepository {
  constructor(
    @InjectRepository(AuditLink) private readonly links: Repository<AuditLink>,
    @InjectRepository(AuditCheckpoint) private readonly checkpoints: Repository<AuditCheckpoint>,
  ) {}

  async head(): Promise<ChainLink | undefined> {
    return linkOf(await this.links.find({ order: { number: 'DESC' }, take: 1 }));
  }

  async linkOf(entryId: string): Promise<ChainLink | undefined> {
    return linkOf(await this.links.findBy({ entryId }));
  }

  async newestCheckpoint(): Promise<SignedCheckpoint | undefined> {
    return checkpointOf(await this.checkpoints.find({ order: { number: 'DESC' }, take: 1 }));
  }

  /** The first checkpoint at or after a link; it covers the link. */
  async checkpointOver(number: number): Promise<SignedCheckpoint | undefined> {
    const where = { number: MoreThanOrEqual(String(number)) };
    return checkpointOf(await this.checkpoints.find({ where, order: { number: 'ASC' }, take: 1 }));
  }
}

const linkOf = ([link]: readonly AuditLink[]): ChainLink | undefined =>
  link && { number: Number(link.number), hash: link.hash.toString('hex') };

const checkpointOf = ([checkpoint]: readonly AuditCheckpoint[]): SignedCheckpoint | undefined =>
  checkpoint && { number: Number(checkpoint.number), jws: checkpoint.jws, signedAt: checkpoint.signedAt };
