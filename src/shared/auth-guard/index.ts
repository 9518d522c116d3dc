export { type AccessToken, ISSUER_PATH, issuerOf, Refused } from './access-token.js';
export { AdministratorsOnly } from './administrators-only.guard.js';
export { Admission } from './admission.service.js';
export { sideIn } from './bearer.guard.js';
export { BearerModule } from './bearer.module.js';
export {
  AllowedCallers,
  type ClientFact,
  ClientFacts,
  ClientUse,
  EnterpriseIds,
  RevokedTokens,
  TokenKeys,
  type UsingClient,
} from './bearer.ports.js';
export { TokenVerifier } from './bearer.strategy.js';
export {
  demandSecond,
  demandWithSecond,
  FourEyes,
  MayNeedSecond,
  SecondNeeded,
  WaitsForSecondDto,
} from './four-eyes.js';
export { type ConsoleCaller, ConsoleErrors, noteConsoleCaller } from './console-caller.js';
export {
  type Admitted,
  admittedTo,
  CurrentPrincipal,
  CurrentTenant,
  demandScope,
  holdsScope,
  nameOf,
  OAUTH_SCHEME,
  type Principal,
  Scopes,
  ScopesAnyOf,
  seesContactData,
  SteppedUp,
  WithoutToken,
} from './principal.js';
