import { Global, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { Admission } from './admission.service.js';
import { BearerGuard } from './bearer.guard.js';
import { ClosedRoutes } from './closed-routes.js';
import { DpopProofs } from './dpop-proofs.js';
import { TenantChoice } from './tenant-choice.js';
import { TokenVerifier } from './token-verifier.js';

/** The guard before the management and mobile surfaces. The auth context gives its ports: keys, clients, voids. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    TokenVerifier,
    DpopProofs,
    Admission,
    TenantChoice,
    ClosedRoutes,
    { provide: APP_GUARD, useClass: BearerGuard },
  ],
  exports: [Admission, TokenVerifier],
})
export class BearerModule {}
