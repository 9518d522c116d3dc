import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, MoreThan, Not, type Repository } from 'typeorm';
import { type AllTenants, sealedColumn, Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { Sealer } from '../../shared/security/index.js';
import { KeptFace } from './kept-face.entity.js';
import type { Session } from '../sessions/session.entity.js';
import type { FaceTemplate } from '../engines/engine.port.js';

export interface KeptTemplate {
  readonly sub: string;
  readonly tenant: Tenant;
  readonly template: FaceTemplate;
  readonly matchThreshold: number;
  readonly keptAt: Date;
}

/** The only access to stored faces, which are encrypted. */
@Injectable()
export class FaceTemplateRepository {
  constructor(
    @InjectRepository(KeptFace) private readonly rows: Repository<KeptFace>,
    private readonly sealer: Sealer,
  ) {}

  async find(_scope: AllTenants, sub: string): Promise<KeptTemplate | undefined> {
    const kept = await this.rows.findOneBy({ sub });
    return kept ? this.#opened(kept) : undefined;
  }

  /** Stores a user's face, replacing the previous one. */
  async put(tx: Tx, session: Session, { model, values }: FaceTemplate, now: Date): Promise<void> {
    const { sub, enterpriseId, test, settings } = session;
    const sealed = this.sealer.seal(bytesOf(values), contextOf(sub));
    await tx.rows(PUT, [sub, enterpriseId, test, model, sealed, settings.matchThreshold, now]);
  }

  /**
   * Replaces the stored template of a face with a template of another model. Does nothing if the stored one has changed
   * since it was read.
   */
  async renew(kept: KeptTemplate, { model, values }: FaceTemplate): Promise<void> {
    const { sub, keptAt } = kept;
    const sealedValues = this.sealer.seal(bytesOf(values), contextOf(sub));
    await this.rows.update({ sub, model: kept.template.model, keptAt }, { model, sealedValues });
  }

  /** Deletes the stored face of a user. Returns whether there was one. */
  async remove(tx: Tx, _scope: AllTenants, sub: string): Promise<boolean> {
    return ((await tx.manager.delete(KeptFace, { sub })).affected ?? 0) > 0;
  }

  /** Finds templates of other users of the tenant, in batches. */
  async *ofOthers({ enterpriseId, test, sub }: Session, model: string): AsyncGenerator<readonly FaceTemplate[]> {
    for (let after = FIRST; ;) {
      const where = { enterpriseId, test, model, sub: And(MoreThan(after), Not(sub)) };
      const rows = await this.rows.find({ where, order: { sub: 'ASC' }, take: BATCH });
      yield rows.map((row) => this.#opened(row).template);
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) return;
      after = last.sub;
    }
  }

  #opened({ sub, enterpriseId, test, model, sealedValues, matchThreshold, keptAt }: KeptFace): KeptTemplate {
    const values = valuesOf(this.sealer.open(sealedValues, contextOf(sub)));
    return { sub, tenant: Tenant.of(enterpriseId, test), template: { model, values }, matchThreshold, keptAt };
  }
}

const contextOf = sealedColumn('idv.face_template', 'sealed_values', 'sub', (sub) => `idv/face-template:${sub}`);

const bytesOf = (values: readonly number[]): Buffer => Buffer.from(Float32Array.from(values).buffer);
const valuesOf = (bytes: Buffer): number[] => Array.from(new Float32Array(Uint8Array.from(bytes).buffer));

const FIRST = '00000000-0000-0000-0000-000000000000';
const BATCH = 500;

const PUT = `
  INSERT INTO idv.face_template (sub, enterprise_id, test, model, sealed_values, match_threshold, kept_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (sub) DO UPDATE SET model = excluded.model, sealed_values = excluded.sealed_values,
    match_threshold = excluded.match_threshold, kept_at = excluded.kept_at`;
