import { DomainEvent, Event } from '../../shared/kernel/index.js';

/**
 * A verification has reached its final status. Delivered before the answer, because the portal completes the user next.
 */
@Event('idv.idv-finished.v1', { about: 'sub', beforeAnswer: true })
export class IdvFinished extends DomainEvent<{
  readonly sub: string;
  readonly userId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly sessionId: string;
  readonly status: string;
  readonly kycReferenceId: string | null;
}> {}
