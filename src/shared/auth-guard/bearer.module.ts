import { Injectable, type OnModuleInit, Module, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector, APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { Admission } from './admission.service.js';
import { BearerGuard } from './bearer.guard.js';
import { BearerStrategy, TokenVerifier } from './bearer.strategy.js';
import { DpopProofs } from './dpop-proofs.js';
import { accessTo, isDeclared } from './route-access.js';

/**
 * Prevents the service from starting if a route does not declare who may call it, because the guard would refuse every
 * call to that route.
 */
@Injectable()
export class ClosedRoutes implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      return this.#handlers(metatype.prototype as object)
        .filter((handler) => !isDeclared(accessTo(this.reflector, [handler, metatype as Type])))
        .map((handler) => `${metatype.name}.${handler.name}`);
    });
    if (undeclared.length > 0) throw new Error(`Without @Scopes or @WithoutToken: ${undeclared.join(', ')}`);
  }

  #handlers(prototype: object): Handler[] {
    return this.scanner
      .getAllMethodNames(prototype)
      .map((name) => (prototype as Record<string, Handler>)[name])
      .filter((handler): handler is Handler => handler !== undefined && Reflect.hasMetadata(METHOD_METADATA, handler));
  }
}

// oxlint-disable-next-line typescript/no-unsafe-function-type -- controllers and their methods, as Nest sees them
type Handler = Function;

/**
 * Puts the Passport guard before every route. The auth context implements the guard's ports: keys, clients and revoked
 * tokens.
 */
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
