import { Injectable } from '@nestjs/common';
import type { Tx } from '../persistence/index.js';

/**
 * A circuit breaker for lanes whose jobs would fail. While a lane is held, none of its jobs are taken, so they use up
 * no attempts. Once the hold has expired, one job at a time is taken, until the lane is held again or released.
 */
@Injectable()
export class LaneHolds {
  hold(tx: Tx, kind: string, lane: string, seconds: number): void {
    tx.send(HOLD, [kind, lane, seconds]);
  }

  /** The number of seconds until the hold on a lane expires; 0 if the lane is not held. */
  async secondsLeft(tx: Tx, kind: string, lane: string): Promise<number> {
    return (await tx.rows<{ seconds: number }>(SECONDS_LEFT, [kind, lane]))[0]?.seconds ?? 0;
  }

  release(tx: Tx, kind: string, lane: string): void {
    tx.send('DELETE FROM shared.job_lane_hold WHERE kind = $1 AND lane = $2', [kind, lane]);
  }
}

const HOLD = `
  INSERT INTO shared.job_lane_hold (kind, lane, until) VALUES ($1, $2, now() + $3 * interval '1 second')
  ON CONFLICT (kind, lane) DO UPDATE SET until = excluded.until`;

const SECONDS_LEFT = `
  SELECT extract(epoch FROM until - now())::float8 AS seconds FROM shared.job_lane_hold
  WHERE kind = $1 AND lane = $2 AND until > now()`;
