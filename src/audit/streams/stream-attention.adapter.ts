import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { AttentionSource, MOST_COUNTED, type Need } from '../../figures/contract/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { StreamPositions } from './stream-positions.repository.js';

/**
 * The maximum time that an entry may wait for delivery before it is reported. An external system that is only restarted
 * catches up sooner.
 */
const MOST_WAIT_MS = 15 * 60_000;

/** Reports audit entries that have been waiting too long for delivery to an external system. */
@Injectable()
export class StreamAttention extends AttentionSource {
  override readonly ofDeployment = true;

  constructor(
    private readonly positions: StreamPositions,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  /** Reports the waiting entries. Targets that were removed from the settings are ignored. */
  async needs(): Promise<readonly Need[]> {
    const { auditSyslogUrl, auditFile, auditHttpUrl } = this.config;
    const given = { syslog: auditSyslogUrl, file: auditFile, http: auditHttpUrl };
    const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const lags = names.length === 0 ? [] : await this.positions.lags();
    const late = lags.filter(
      ({ target, oldest }) =>
        names.includes(target) && oldest !== null && this.clock.now().getTime() - oldest.getTime() > MOST_WAIT_MS,
    );
    const count = Math.min(MOST_COUNTED, Math.max(0, ...late.map(({ waiting }) => waiting)));
    const times = late.flatMap(({ oldest }) => (oldest === null ? [] : [oldest.getTime()]));
    const oldest = times.length === 0 ? null : new Date(Math.min(...times));
    return [{ kind: 'audit.stream-behind', count, oldest, severity: 'warning' }];
  }
}
