import { defineErrors } from '../../shared/kernel/index.js';

export const OperatorErrors = defineErrors('operators', {
  signedOut: {
    status: 401,
    title: 'Nobody is signed in, or the session has ended',
    help: 'Sign in again at `/sign-in` of the console.',
  },
  otherSite: {
    status: 403,
    title: 'The request did not come from the console',
    help: 'Changes are sent by pages of the console only, as `application/json`.',
  },
  callerRefused: {
    status: 403,
    title: 'The console is not open to this network',
    help: 'The setting `CONSOLE_ALLOWED_CALLERS` names the networks of operators.',
  },
  notFound: { status: 404, title: 'Operator not found', help: 'The id is the `id` of a list of operators.' },
  alreadyThere: {
    status: 409,
    title: 'There is such an operator already',
    help: 'Invite the operator again, or change the roles.',
  },
  lastOwner: {
    status: 409,
    title: 'Somebody must remain an owner',
    help: 'Make another operator an owner of all enterprises first.',
  },
  ownRoles: {
    status: 403,
    title: 'Operators do not change themselves',
    help: 'Another operator with the right does it.',
  },
  ownRequest: {
    status: 403,
    title: 'Nobody agrees to what they asked for',
    help: 'A second operator with the same right must agree.',
  },
  samePerson: {
    status: 403,
    title: 'Who agrees must be another person',
    help: 'The e-mail address is that of the operator who asked, in other letters or with another tag after a `+`. A colleague must agree.',
  },
  invitedTooLate: {
    status: 403,
    title: 'Who agrees must have been an operator before',
    help: 'The invitation came after the request, or within a day before it from the operator who asked. Another colleague must agree, or the request be made anew later.',
  },
  requestNotFound: {
    status: 404,
    title: 'Request not found',
    help: 'It may be of another enterprise or side. Requests are kept for 30 days.',
  },
  answerNotFound: {
    status: 404,
    title: 'There is no answer to read',
    help: 'Only who has asked reads what a POST has answered, for a day after it was carried out.',
  },
  askerOut: {
    status: 409,
    title: 'Who has asked may not any more',
    help: 'The operator was blocked, removed, or has lost the right. The request is refused by that.',
  },
  alreadyDecided: {
    status: 409,
    title: 'The request is decided, or has fallen',
    help: 'Read it again; ask once more where it has fallen.',
  },
});
