import type { IncomingMessage } from 'node:http';
import type { Principal } from './principal.js';
import { defineErrors, type Tenant } from '../kernel/index.js';

/** An operator whose session at the console is good. The console notes it on the request; nothing in a request can. */
export interface ConsoleCaller {
  readonly sub: string;
  readonly sessionId: string;
  readonly steppedUpUntil: number;
  /** The caller on one side of one enterprise. Without a name, the first that the operator has. */
  at(named: { readonly enterpriseId?: string | undefined; readonly test?: boolean | undefined }): {
    readonly principal: Principal;
    readonly tenant: Tenant;
  };
}

const callers = new WeakMap<IncomingMessage, ConsoleCaller>();

export const noteConsoleCaller = (request: IncomingMessage, caller: ConsoleCaller): unknown =>
  callers.set(request, caller);
export const consoleCallerOf = (request: IncomingMessage): ConsoleCaller | undefined => callers.get(request);

export const ConsoleErrors = defineErrors('operators', {
  stepUpNeeded: {
    status: 403,
    title: 'A fresh passkey is needed',
    help: 'The operator shows a passkey at `/step-up` of the console, and sends the request again within five minutes.',
  },
  notGranted: {
    status: 403,
    title: 'The operator has no role there',
    help: '`GET /v1/me` names the enterprises and sides that the operator has roles in.',
  },
  tooManyWaiting: {
    status: 409,
    title: 'Too many requests of operators wait',
    help: 'Operators agree to some of those that wait, or refuse them. Clients are not concerned.',
  },
  tooLargeToKeep: {
    status: 413,
    title: 'The call is too large to wait for a second operator',
    help: 'Up to 16 KiB are kept. Clients are not concerned.',
  },
});
