import { Injectable } from '@nestjs/common';
import type { Tx } from '../../shared/persistence/tx.js';
import { LONGEST_ACCESS_TOKEN_SECONDS, type CutOff, type DeniedToken } from '../domain/cut-off.js';
import { TOKENS_VOIDED } from './signals.js';
import type { VoidedTokens } from './token-void-list.js';

/** Ends access tokens before their time, in the transaction of whatever ends them; every process hears of it. */
@Injectable()
export class TokenEnding {
  async deny(tx: Tx, token: DeniedToken): Promise<void> {
    await tx.rows(
      `INSERT INTO auth.denied_token (jti, expires_at) VALUES ($1, to_timestamp($2)) ON CONFLICT DO NOTHING`,
      [token.id, token.expiresAt],
    );
    tell(tx, { denied: [token], cutOffs: [] });
  }

  /** Of two cut-offs for one thing the later moment stands, whatever order they come in. */
  async cutOff(tx: Tx, cutOff: CutOff): Promise<void> {
    await tx.rows(
      `INSERT INTO auth.cut_off (kind, id, before, reason, expires_at)
       VALUES ($1, $2, to_timestamp($3::float8 / 1000), $4, to_timestamp($3::float8 / 1000 + ${LONGEST_ACCESS_TOKEN_SECONDS}))
       ON CONFLICT (kind, id) DO UPDATE
       SET before = excluded.before, reason = excluded.reason, expires_at = excluded.expires_at
       WHERE cut_off.before <= excluded.before`,
      [cutOff.kind, cutOff.id, cutOff.before, cutOff.reason],
    );
    tell(tx, { denied: [], cutOffs: [cutOff] });
  }
}

const tell = (tx: Tx, payload: VoidedTokens): void => void tx.pending.signals.push({ topic: TOKENS_VOIDED, payload });
