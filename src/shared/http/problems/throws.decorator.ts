import type { ErrorKind } from '../../kernel/errors.js';
import { KernelErrors } from '../../kernel/kernel.errors.js';

const THROWS = 'countersign:throws';

/**
 * Declares the errors that a route can raise: `@Throws(UserErrors.notFound)`. On a class it holds for each route, beside
 * what the route itself declares. The documents show them, and in tests an error that is not declared is a failure.
 */
export const Throws =
  (...kinds: readonly ErrorKind[]): ClassDecorator & MethodDecorator =>
  (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor): void => {
    const declared = (descriptor?.value ?? target) as object;
    Reflect.defineMetadata(THROWS, [...ownThrows(declared), ...kinds], declared);
  };

/** What may happen to a call whatever it is about: declared once, on the class. */
export const ThrowsOnAnyRoute = (): ClassDecorator & MethodDecorator => Throws(...anyRouteErrors);

export const anyRouteErrors: readonly ErrorKind[] = [
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

/** Everything that a route declares, with what its class does. */
export const throwsOf = (controller: object, handler: object): ErrorKind[] => [
  ...new Set([...ownThrows(controller), ...ownThrows(handler)]),
];

const ownThrows = (declared: object): readonly ErrorKind[] =>
  (Reflect.getMetadata(THROWS, declared) as readonly ErrorKind[] | undefined) ?? [];
