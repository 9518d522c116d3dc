import { Injectable, type OnModuleInit } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { surfaces } from '../surfaces.js';
import { guardedSurfaces } from './bearer.guard.js';
import { SCOPES, WITHOUT_TOKEN } from './scopes.decorator.js';

const API_PREFIX = /^\/(?:[\w-]+\/)*v\d+\/$/;

/** Refuses to start with a route of a guarded surface that nobody has thought about: the guard would refuse each call. */
@Injectable()
export class ClosedRoutes implements OnModuleInit {
  readonly #prefixes = surfaces.filter(({ name }) => guardedSurfaces.has(name)).flatMap(({ prefixes }) => prefixes);

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.discovery.getControllers().flatMap(({ metatype }) => {
      if (typeof metatype !== 'function') return [];
      return this.#handlers(metatype.prototype as object)
        .filter((handler) => this.#isGuarded(metatype, handler) && !this.#isDeclared(metatype, handler))
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

  #isGuarded(controller: Handler, handler: Handler): boolean {
    const bases = pathsOf(controller);
    const paths = bases.flatMap((base) => pathsOf(handler).map((path) => joined(base, path)));
    return paths.some((path) => this.#prefixes.some((prefix) => API_PREFIX.test(prefix) && path.startsWith(prefix)));
  }

  #isDeclared(controller: Handler, handler: Handler): boolean {
    return [SCOPES, WITHOUT_TOKEN].some((key) => this.reflector.getAllAndOverride<unknown>(key, [handler, controller]));
  }
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- controllers and their methods, as Nest sees them
type Handler = Function;

const pathsOf = (target: Handler): string[] => [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
const joined = (base: string, path: string): string => `/${base}/${path}/`.replace(/\/+/g, '/');
