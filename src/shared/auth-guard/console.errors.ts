import { defineErrors } from '../kernel/index.js';

export const ConsoleErrors = defineErrors('operators', {
  stepUpNeeded: {
    status: 403,
    title: 'A new passkey check is needed',
    help: 'The operator must use a passkey at `/step-up` of the console, and send the request again within five minutes.',
  },
  notGranted: {
    status: 403,
    title: 'The operator has no role for this enterprise and data',
    help: '`GET /v1/me` lists the enterprises in which the operator has roles, each for live data, test data or both.',
  },
  tooManyWaiting: {
    status: 409,
    title: 'Too many operator requests are waiting for approval',
    help: 'Operators must approve or refuse some of the waiting requests first. Clients never get this error.',
  },
  changedSince: {
    status: 409,
    title: 'The object has changed since the approval was requested',
    help: 'Nothing has changed. Check the current state, and ask again.',
  },
  tooLargeToKeep: {
    status: 413,
    title: 'The call is too large to wait for approval',
    help: 'At most 16 KiB can be stored until a second operator approves, or 64 KiB for `POST /v1/userActions`. Clients never get this error.',
  },
});
