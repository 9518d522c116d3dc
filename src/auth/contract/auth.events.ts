import { DomainEvent, Event } from '../../shared/kernel/index.js';

/**
 * A user now signs in with other credentials than before. Delivered before the answer: sessions that rely on the old
 * ones end.
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
  /** Who did it. Without it, the user. */
  readonly by?: 'user' | 'enterprise';
}> {}

/** A user who had lost all second factors has a new one. Delivered before the answer: nothing older keeps working. */
@Event('auth.second-factor-replaced.v1', { about: 'sub', beforeAnswer: true })
export class SecondFactorReplaced extends DomainEvent<{
  readonly sub: string;
  readonly enterpriseId: string;
  /** The session in which it happened. All others end. */
  readonly sessionUid: string;
}> {}

/** All sessions of a user were ended at once: by the enterprise, or because the user has set a new credential. */
@Event('auth.sessions-ended.v1', { about: 'sub' })
export class SessionsEnded extends DomainEvent<{
  readonly sub: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly by: 'user' | 'enterprise';
}> {}

export type ClientPowerStep = 'made' | 'changed' | 're-keyed' | 'removed';

/** An operator has made, changed, re-keyed or removed a client that has power or users. */
@Event('auth.client-power-changed.v1', { about: 'clientId' })
export class ClientPowerChanged extends DomainEvent<{
  readonly clientId: string;
  readonly clientName: string;
  readonly enterpriseId: string;
  readonly step: ClientPowerStep;
  /** The scopes that are power, and `firstParty`. For a client that is removed or changed, the previous ones too. */
  readonly powers: readonly string[];
  /** The operator who asked, and the one who agreed, by their `sub`. */
  readonly by: string;
  readonly agreedBy: string | null;
}> {}
