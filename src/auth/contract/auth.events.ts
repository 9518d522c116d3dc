import { DomainEvent, Event } from '../../shared/kernel/index.js';

/** A user has changed what they sign in with. Delivered before the answer: sessions that rely on it end. */
@Event('auth.credentials-changed.v1', { about: 'sub', beforeAnswer: true })
export class CredentialsChanged extends DomainEvent<{
  readonly sub: string;
  readonly enterpriseId: string;
  readonly change: 'passkeyAdded' | 'passkeyRemoved' | 'passwordChanged';
}> {}
