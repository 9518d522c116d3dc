import { DomainEvent, Event } from '../../shared/kernel/index.js';

/**
 * A verification has reached its final status. The event is delivered before the HTTP response is sent, because the
 * enterprise's portal completes the enrolment of the user immediately afterwards.
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
