import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { Admission } from './admission.service.js';
import { BearerGuard } from './bearer.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { ClosedRoutes } from './closed-routes.js';
import { DpopProofs } from './dpop-proofs.js';
import { TokenVerifier } from './token-verifier.js';

/** The guard before every route, by Passport. The auth context gives its ports: keys, clients, revoked tokens. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    BearerStrategy,
    TokenVerifier,
    DpopProofs,
    Admission,
    ClosedRoutes,
    { provide: APP_GUARD, useClass: BearerGuard },
  ],
  exports: [Admission, TokenVerifier],
})
export class BearerModule {}
