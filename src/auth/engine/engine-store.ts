import { Injectable } from '@nestjs/common';
import type { Adapter } from 'oidc-provider';
import { Database } from '../../shared/persistence/database.js';
import { GrantEnding } from '../services/grant-ending.service.js';
import { idHash, StoredModel } from './stored-model.js';
import { StoredRefreshTokens } from './stored-refresh-tokens.js';

/** What the engine keeps: codes, refresh and opaque tokens, grants, sessions, interactions, pushed requests. */
@Injectable()
export class EngineStore {
  constructor(
    private readonly db: Database,
    private readonly ending: GrantEnding,
  ) {}

  adapterFor(model: string): Adapter {
    const Model = model === 'RefreshToken' ? StoredRefreshTokens : StoredModel;
    return new Model(model, this.db, this.ending);
  }

  /** False when this proof or assertion has been used before. One statement, so that of two at once only one passes. */
  async firstUse(issuer: string, id: string, expiresAt: number): Promise<boolean> {
    const rows = await this.db.rows(
      `INSERT INTO auth.engine_record (model, id_hash, payload, expires_at)
       VALUES ('ReplayDetection', $1, '{}', to_timestamp($2)) ON CONFLICT DO NOTHING RETURNING 1`,
      [idHash(`${issuer} ${id}`), expiresAt],
    );
    return rows.length > 0;
  }
}
