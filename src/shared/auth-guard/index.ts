export { type AccessToken, ISSUER_PATH, issuerOf, Refused } from './access-token.js';
export { Admission } from './admission.service.js';
export { routeOf, sideIn } from './bearer.guard.js';
export { BearerModule } from './bearer.module.js';
export {
  AllowedCallers,
  type ClientFact,
  ClientFacts,
  ClientUse,
  EnterpriseIds,
  OperatorPowers,
  RevokedTokens,
  SecondOperators,
  TokenKeys,
  type UsingClient,
} from './bearer.ports.js';
export { TokenVerifier } from './bearer.strategy.js';
export { ConsoleErrors } from './console.errors.js';
export { demandSecond, demandWithSecond, FourEyes, MayNeedSecond } from './four-eyes/four-eyes.js';
export {
  type Admitted,
  admittedTo,
  type ConsoleCaller,
  CurrentPrincipal,
  CurrentTenant,
  demandLevel,
  demandScope,
  holdsScope,
  nameOf,
  setConsoleCaller,
  type Principal,
  seesContactData,
} from './principal.js';
export { AdministratorsOnly, OAUTH_SCHEME, Scopes, ScopesAnyOf, WithoutToken } from './route-access.js';
