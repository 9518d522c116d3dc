import { Injectable } from '@nestjs/common';
import { AttentionSource, type Need } from '../../figures/contract/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { Certificates } from './certificates.service.js';

const SOON_MS = 30 * 86_400_000;

/** Reports certificates that expire within a month. */
@Injectable()
export class CertificateAttention extends AttentionSource {
  override readonly ofDeployment = true;

  constructor(
    private readonly certificates: Certificates,
    private readonly clock: Clock,
  ) {
    super();
  }

  async needs(): Promise<readonly Need[]> {
    const now = this.clock.now().getTime();
    const ending = (await this.certificates.list()).filter(({ notAfter }) => notAfter.getTime() < now + SOON_MS);
    const isOver = ending.some(({ notAfter }) => notAfter.getTime() <= now);
    const severity = isOver ? 'critical' : 'warning';
    return [{ kind: 'certificates.ending', count: ending.length, oldest: null, severity }];
  }
}
