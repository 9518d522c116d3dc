import { DomainEvent, Event } from '../../shared/kernel/index.js';

/**
 * A user's credentials have changed. The event is delivered before the response is sent: by then, the user's remembered
 * browsers have been deleted and, if the user is an operator, their console sessions have ended.
 */
@Event('auth.credentials-changed.v1', { about: 'sub', beforeAnswer: true })
export class CredentialsChanged extends DomainEvent<{
  readonly sub: string;
  readonly enterpriseId: string;
  readonly change:
    | 'passkeyAdded'
    | 'passkeyRemoved'
    | 'passwordChanged'
    | 'recovered'
    | 'recoveredByPasskey'
    | 'recoveryCodesMade'
    | 'recoveryCodesRemoved'
    | 'recoveryCodeUsed'
    | 'totpAdded'
    | 'totpRemoved';
  /** Who changed the credentials; if omitted, the user. */
  readonly by?: 'user' | 'enterprise';
}> {}

/**
 * A user has replaced their lost second factors with a new one. The event is delivered before the response is sent: by
 * then, older sessions have ended and older devices have been removed.
 */
@Event('auth.second-factor-replaced.v1', { about: 'sub', beforeAnswer: true })
export class SecondFactorReplaced extends DomainEvent<{
  readonly sub: string;
  readonly enterpriseId: string;
  /** The session in which the user set up the new factor. All other sessions end. */
  readonly sessionUid: string;
}> {}

/** All sessions of a user have ended, because the enterprise ended them or the user set a new credential. */
@Event('auth.sessions-ended.v1', { about: 'sub' })
export class SessionsEnded extends DomainEvent<{
  readonly sub: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly by: 'user' | 'enterprise';
}> {}

/** A client was deleted. */
@Event('auth.client-removed.v1', { about: 'clientId' })
export class ClientRemoved extends DomainEvent<{
  readonly clientId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
}> {}

export type ClientPowerStep = 'made' | 'changed' | 're-keyed' | 'removed';

/** An operator has created, changed, re-keyed or deleted a client that has powerful scopes or users. */
@Event('auth.client-power-changed.v1', { about: 'clientId' })
export class ClientPowerChanged extends DomainEvent<{
  readonly clientId: string;
  readonly clientName: string;
  readonly enterpriseId: string;
  readonly step: ClientPowerStep;
  /**
   * The client's powerful scopes, and `firstParty` if it is set. After a change or deletion, those that the client had
   * before are included.
   */
  readonly powers: readonly string[];
  /** The `sub` of the operator who made the change. `agreedBy` is the `sub` of the operator who approved it. */
  readonly by: string;
  readonly agreedBy: string | null;
}> {}
