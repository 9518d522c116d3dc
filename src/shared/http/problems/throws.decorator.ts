import type { INestApplicationContext } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { type ErrorKind, KernelErrors } from '../../kernel/index.js';
import { faceOf, Problem, PROBLEM_JSON } from './problem.js';

const THROWS = 'countersign:throws';

/**
 * Declares the errors that a route can raise: `@Throws(UserErrors.notFound)`. On a class it applies to all its routes.
 * The API documents show these errors, and a test fails when a route raises an undeclared one.
 */
export const Throws =
  (...kinds: readonly ErrorKind[]): ClassDecorator & MethodDecorator =>
  (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const declared = (descriptor?.value ?? target) as object;
    Reflect.defineMetadata(THROWS, [...ownThrows(declared), ...kinds], declared);
  };

/** Declares the errors that every call can raise. Use it once on each controller class. */
export const ThrowsOnAnyRoute = (): ClassDecorator & MethodDecorator => Throws(...anyRouteErrors);

const anyRouteErrors: readonly ErrorKind[] = [
  KernelErrors.brokenSyntax,
  KernelErrors.unauthenticated,
  KernelErrors.insufficientScope,
  KernelErrors.forbidden,
  KernelErrors.notFound,
  KernelErrors.invalidArguments,
  KernelErrors.tooManyRequests,
  KernelErrors.unexpected,
  KernelErrors.unavailable,
];

/** All errors that a route and its class declare. */
export const throwsOf = (controller: object, handler: object): ErrorKind[] => [
  ...new Set([...ownThrows(controller), ...ownThrows(handler)]),
];

const ownThrows = (declared: object): readonly ErrorKind[] =>
  (Reflect.getMetadata(THROWS, declared) as readonly ErrorKind[] | undefined) ?? [];

type Prototype = Readonly<Record<string, object>>;

const documented = new WeakSet();

/** Adds the errors declared with @Throws to the API documents: by status, with one example for each kind of error. */
export function documentErrors(app: INestApplicationContext, managementUrl: string): void {
  // Does not use DiscoveryService, because Nest does not provide it in preview mode.
  const modules = [...app.get(ModulesContainer, { strict: false }).values()];
  for (const { metatype } of modules.flatMap(({ controllers }) => [...controllers.values()])) {
    if (typeof metatype === 'function') documentController(metatype, managementUrl);
  }
}

function documentController(controller: object & { readonly prototype: unknown }, managementUrl: string): void {
  const prototype = controller.prototype as Prototype;
  for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
    const handler = prototype[name];
    if (!handler || documented.has(handler)) continue;
    documented.add(handler);
    documentRoute(prototype, name, throwsOf(controller, handler), managementUrl);
  }
}

function documentRoute(prototype: Prototype, name: string, kinds: readonly ErrorKind[], managementUrl: string): void {
  const descriptor = { value: prototype[name] };
  for (const status of new Set(kinds.map(({ spec }) => spec.status))) {
    const same = kinds.filter(({ spec }) => spec.status === status);
    ApiResponse({
      status,
      description: same.map(({ spec, code }) => `${spec.title} (\`${code}\`).`).join(' '),
      content: {
        [PROBLEM_JSON]: {
          schema: { $ref: getSchemaPath(Problem) },
          examples: Object.fromEntries(same.map((kind) => [kind.code, { value: faceOf(kind, managementUrl) }])),
        },
      },
    })(prototype, name, descriptor);
  }
}
