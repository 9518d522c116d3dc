import { defineErrors } from '../../shared/kernel/index.js';

export const OperatorErrors = defineErrors('operators', {
  signedOut: {
    status: 401,
    title: 'No operator is signed in, or the session has ended',
    help: 'Sign in again at `/sign-in` of the console.',
  },
  otherSite: {
    status: 403,
    title: 'The request did not come from the console',
    help: 'Only pages of the console can send changes. The content type is `application/json`.',
  },
  callerRefused: {
    status: 403,
    title: 'The console does not accept calls from this network',
    help: 'The setting `CONSOLE_ALLOWED_CALLERS` lists the networks from which operators may use the console.',
  },
  notFound: { status: 404, title: 'Operator not found', help: 'Use the `id` from the list of operators.' },
  alreadyThere: {
    status: 409,
    title: 'The operator already exists',
    help: "Invite the existing operator again, or change the operator's roles.",
  },
  blocked: {
    status: 409,
    title: 'The operator is blocked',
    help: 'Unblock the operator first, then send the invitation.',
  },
  lastOwner: {
    status: 409,
    title: 'The last owner cannot be removed',
    help: 'First make another operator an owner of all enterprises.',
  },
  ownRoles: {
    status: 403,
    title: 'Operators cannot change themselves',
    help: 'Ask another operator who has this right.',
  },
  ownRequest: {
    status: 403,
    title: 'Operators cannot approve their own requests',
    help: 'A second operator with the same right must approve.',
  },
  samePerson: {
    status: 403,
    title: 'The approval must come from another person',
    help: 'The operator who approves has the same e-mail address as the operator who asked. Upper and lower case and a tag after a `+` make no difference. A colleague must approve.',
  },
  invitedTooLate: {
    status: 403,
    title: 'One of the two operators was invited too recently',
    help: 'The operator who approves was invited after the request. Or, within a day before it, one of the two was invited by the other, or both by the same operator. Another colleague must approve, or the request must be made again later.',
  },
  requestNotFound: {
    status: 404,
    title: 'Request not found',
    help: 'Check the id. The request may belong to another enterprise, or to the other side (live or test data). Requests are deleted after 30 days.',
  },
  answerNotFound: {
    status: 404,
    title: 'There is no response to read',
    help: 'Only the operator who asked can read the answer of a POST request, for one day after it was carried out.',
  },
  askerOut: {
    status: 409,
    title: 'The requester no longer has the right to make this call',
    help: 'The operator was blocked or removed, or has lost the right. The request is refused.',
  },
  alreadyDecided: {
    status: 409,
    title: 'The request is already decided or has expired',
    help: 'Read the request again. If it has expired, ask again.',
  },
});
