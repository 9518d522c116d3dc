import { applyDecorators, SetMetadata, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { Throws } from '../../http/index.js';
import { currentContext, KernelErrors } from '../../kernel/index.js';
import { ConsoleErrors } from '../console.errors.js';
import { admittedTo, demandFreshPasskey, demandScope, holdsScope, type Principal } from '../principal.js';
import { FOUR_EYES } from '../route-access.js';
import { AskSecond, SecondNeeded, WaitsForSecondDto } from './ask-second.interceptor.js';

export const needsSecond = (caller: Principal, scope: string): boolean =>
  !holdsScope(caller, scope) && (caller.operator?.withSecond.has(scope) ?? false);

const requests = new WeakMap<object, Request>();

/**
 * Remembers the HTTP request of the current call, so that the decorator `FourEyes` can read its caller and body. The
 * guard calls this function when it admits a call to a route that may need a second operator.
 */
export function markForFourEyes(request: Request): void {
  const context = currentContext();
  if (context) requests.set(context, request);
}

type Handler = (...args: never[]) => unknown;
type Meant = (body: never) => boolean;

/**
 * Requires the scope for calls whose body satisfies `isMeant`. If an operator has the scope only with a second
 * operator's approval, the handler does not run, and the call is stored until it is approved. For all other bodies, the
 * handler runs without this check.
 */
export const FourEyes =
  (scope: string, isMeant: Meant = () => true): MethodDecorator =>
  (target, key, descriptor) => {
    const method = descriptor as TypedPropertyDescriptor<unknown>;
    const handler = method.value as Handler;
    const guarded = {
      [handler.name](this: unknown, ...args: never[]): unknown {
        demand(scope, isMeant);
        return handler.apply(this, args);
      },
    }[handler.name] as Handler;
    for (const name of Reflect.getMetadataKeys(handler)) {
      Reflect.defineMetadata(name, Reflect.getMetadata(name, handler), guarded);
    }
    method.value = guarded;
    MayNeedSecond(scope)(target, key, method);
  };

/** Marks a route whose handler decides whether a second operator is needed, and then calls `demandSecond`. */
export const MayNeedSecond = (scope: string): MethodDecorator =>
  applyDecorators(
    SetMetadata(FOUR_EYES, scope),
    UseInterceptors(AskSecond),
    Throws(
      ConsoleErrors.stepUpNeeded,
      ConsoleErrors.tooManyWaiting,
      ConsoleErrors.tooLargeToKeep,
      ConsoleErrors.changedSince,
    ),
    ApiHeader({
      name: 'Reason',
      required: false,
      description:
        'The reason why an operator makes this call, percent-encoded (UTF-8). Operators must send it if the call needs approval and the body has no `comments`. Clients can omit it.',
      schema: { type: 'string', maxLength: 4_096, example: 'The%20customer%20asked%20for%20it' },
    }),
    ApiAcceptedResponse({
      type: WaitsForSecondDto,
      description:
        "The operator's call is waiting for the approval of a second operator. Nothing has been done yet. The header `Location` contains the path of the request for approval.",
      headers: {
        Location: {
          description: 'The path of the request for approval.',
          schema: { type: 'string', example: '/v1/fourEyes/0197…' },
        },
      },
    }),
  );

/**
 * Requires the scope. If the operator has it only with a second operator's approval, also requires a fresh passkey, and
 * then stops the call so that it can be stored. `seen` is a fingerprint of the object that the call changes. When the
 * approved call runs, it is refused if the object has changed since.
 */
export function demandSecond(caller: Principal, scope: string, seen?: string): void {
  if (needsSecond(caller, scope)) {
    demandFreshPasskey(caller);
    throw new SecondNeeded(scope, seen);
  }
  demandScope(caller, scope);
  const agreedOn = caller.operator?.seen;
  if (agreedOn !== undefined && agreedOn !== seen) throw ConsoleErrors.changedSince();
}

/**
 * Checks the scope in a later step of a call that has already been approved. The caller must still have the scope, with
 * or without a second operator's approval. No further approval is requested.
 */
export function demandWithSecond(caller: Principal, scope: string): void {
  if (!needsSecond(caller, scope)) demandScope(caller, scope);
}

function demand(scope: string, isMeant: Meant): void {
  const context = currentContext();
  const request = context && requests.get(context);
  if (!request) throw KernelErrors.unauthenticated();
  if (isMeant((request.body ?? {}) as never)) demandSecond(admittedTo(request).principal, scope);
}
