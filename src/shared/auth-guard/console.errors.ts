import { defineErrors } from '../kernel/index.js';

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
  changedSince: {
    status: 409,
    title: 'It has changed since the second operator was asked',
    help: 'Nothing has happened. The operator looks at it as it is now, and asks again.',
  },
  tooLargeToKeep: {
    status: 413,
    title: 'The call is too large to wait for a second operator',
    help: 'Up to 16 KiB are kept. Clients are not concerned.',
  },
});
