import { EvidenceKeys1795600000100 } from './1795600000100-evidence-keys.js';
import { Auth1795220000000 } from './1795220000000-auth.js';
import { Credentials1795220000100 } from './1795220000100-credentials.js';
import { ActivationByPasskey1795220000200 } from './1795220000200-activation-by-passkey.js';
import { OriginsOfClients1795220000400 } from './1795220000400-origins-of-clients.js';
import { RecordsOfClients1795220000500 } from './1795220000500-records-of-clients.js';
import { WithdrawnSigningKeys1795330000100 } from './1795330000100-withdrawn-signing-keys.js';
import { UseOfGrants1795340000000 } from './1795340000000-use-of-grants.js';
import { EngineRecordParents1795360000200 } from './1795360000200-engine-record-parents.js';
import { GroupsScope1796000500100 } from './1796000500100-groups-scope.js';
import { SessionOrigins1796000600200 } from './1796000600200-session-origins.js';
import { ScopesOfTheConsole1797200000000 } from './1797200000000-scopes-of-the-console.js';
import { UseOfClients1797700000000 } from './1797700000000-use-of-clients.js';
import { OperatorsBehindClients1798200000010 } from './1798200000010-operators-behind-clients.js';
import { UserHandles1798200000100 } from './1798200000100-user-handles.js';
import { CredentialAndClientSeals1798200000720 } from './1798200000720-credential-and-client-seals.js';
import { SecurityOfClients1798200000600 } from './1798200000600-security-of-clients.js';
import { AccessTokensOfClients1798200000602 } from './1798200000602-access-tokens-of-clients.js';
import { RefusalsOfClients1798200000603 } from './1798200000603-refusals-of-clients.js';
import { LevelsOfClients1798402000100 } from './1798402000100-levels-of-clients.js';
import { AuthenticatorApps1798402000200 } from './1798402000200-authenticator-apps.js';
import { NumberApprovals1798412000000 } from './1798412000000-number-approvals.js';
import { RecoveryCodes1798412000200 } from './1798412000200-recovery-codes.js';
import { Approvals1798416000000 } from './1798416000000-approvals.js';
import { DetailTypes1798416000200 } from './1798416000200-detail-types.js';
import { ConsentEachTime1798421000000 } from './1798421000000-consent-each-time.js';
import { OwnApis1798425000000 } from './1798425000000-own-apis.js';
import { RememberedBrowsers1798422001000 } from './1798422001000-remembered-browsers.js';
import { FactorRecoveries1798422000000 } from './1798422000000-factor-recoveries.js';
import { TokenExchange1798425002000 } from './1798425002000-token-exchange.js';
import { GrantsOfNewPhones1798432000000 } from './1798432000000-grants-of-new-phones.js';
import { TypedNumbers1798436001000 } from './1798436001000-typed-numbers.js';
import { KeysOfClients1798435000000 } from './1798435000000-keys-of-clients.js';
import { Registrations1798444000000 } from './1798444000000-registrations.js';

export const authMigrations = [
  Auth1795220000000,
  Credentials1795220000100,
  ActivationByPasskey1795220000200,
  OriginsOfClients1795220000400,
  RecordsOfClients1795220000500,
  WithdrawnSigningKeys1795330000100,
  UseOfGrants1795340000000,
  EngineRecordParents1795360000200,
  EvidenceKeys1795600000100,
  GroupsScope1796000500100,
  SessionOrigins1796000600200,
  ScopesOfTheConsole1797200000000,
  UseOfClients1797700000000,
  OperatorsBehindClients1798200000010,
  UserHandles1798200000100,
  SecurityOfClients1798200000600,
  AccessTokensOfClients1798200000602,
  RefusalsOfClients1798200000603,
  CredentialAndClientSeals1798200000720,
  LevelsOfClients1798402000100,
  AuthenticatorApps1798402000200,
  NumberApprovals1798412000000,
  RecoveryCodes1798412000200,
  Approvals1798416000000,
  DetailTypes1798416000200,
  ConsentEachTime1798421000000,
  FactorRecoveries1798422000000,
  RememberedBrowsers1798422001000,
  OwnApis1798425000000,
  TokenExchange1798425002000,
  GrantsOfNewPhones1798432000000,
  TypedNumbers1798436001000,
  KeysOfClients1798435000000,
  Registrations1798444000000,
];
