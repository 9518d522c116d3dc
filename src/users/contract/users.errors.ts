import { defineErrors } from '../../shared/kernel/index.js';

export const UserErrors = defineErrors('users', {
  notFound: { status: 404, title: 'User not found', help: 'Enrol the user first; ids are case-sensitive.' },
  alreadyExists: {
    status: 409,
    title: 'The user id or login id is taken',
    help: 'User ids and login ids share one namespace in an enterprise, and an id that was once used stays taken.',
  },
  tooManyToExport: {
    status: 409,
    title: 'Too many persons for one export',
    help: 'Operators export at most 10,000 persons at once: narrow the filter, such as by status, group or time, or ask for more by `POST /v1/userExports`, where a second operator must agree. Clients read any number.',
  },
  exportNotFound: {
    status: 404,
    title: 'There is no export to take',
    help: 'Only who has asked takes it, once, within a day after it was allowed. Ask again.',
  },
  statusRefused: {
    status: 409,
    title: 'Status change refused',
    help: 'The members `from` and `to` name both states; the state diagram shows which changes there are.',
  },
  deleted: {
    status: 409,
    title: 'User is deleted',
    help: 'A deleted user is only read until everything personal is erased.',
  },
  blocked: {
    status: 403,
    title: 'User is blocked',
    help: 'The enterprise can unblock the user.',
    mobile: 141,
    oauth: 'access_denied',
  },
  wrongCode: {
    status: 403,
    title: 'The activation code does not fit',
    help: 'Check the code and the user; after five wrong tries a new code is needed.',
  },
  nothingToActivate: {
    status: 409,
    title: 'The user is in no state to be activated',
    help: 'Codes are for users who are CREATED, RESET or INACTIVE.',
  },
  codeByOperator: {
    status: 403,
    title: 'Operators set no activation code',
    help: 'Leave `predefinedCode` out: the service makes a code and sends it to the user. Only clients set their own.',
  },
  unreachable: {
    status: 409,
    title: 'The user has no address to send a code to',
    help: 'Give the user an emailId or a mobileNumber first.',
  },
});

export const EnterpriseErrors = defineErrors('enterprises', {
  notFound: { status: 404, title: 'Enterprise not found', help: 'Ids are case-sensitive.' },
  alreadyExists: {
    status: 409,
    title: 'Enterprise already exists',
    help: 'Choose another id, or change the one that is there.',
  },
});

export const DeviceErrors = defineErrors('devices', {
  notFound: {
    status: 404,
    title: 'Device not found',
    help: 'A device that was removed is not found any more, and neither is that of another user.',
    mobile: 4,
  },
  userNotActive: {
    status: 409,
    title: 'The user is not active',
    help: 'Only an ACTIVE user can register a device.',
    mobile: 141,
  },
  loginTooOld: {
    status: 403,
    title: 'The user must log in again',
    help: 'A device is registered within five minutes of a login.',
    mobile: 102,
  },
  keyRefused: {
    status: 422,
    title: 'The public key cannot be used',
    help: 'Send a public JWK of the curve P-256, and nothing private.',
    mobile: 4,
  },
  proofRefused: {
    status: 422,
    title: 'The proof of possession does not hold',
    help: 'Sign it with the key that is registered, with a fresh nonce.',
    mobile: 4,
  },
  keyTaken: {
    status: 409,
    title: 'The key belongs to a device already',
    help: 'Make a new key pair for each device of each user.',
    mobile: 4,
  },
  tooMany: {
    status: 409,
    title: 'The user has as many devices as a user may have',
    help: 'Remove one that is no longer used.',
    mobile: 4,
  },
  statusRefused: {
    status: 409,
    title: 'Device status change refused',
    help: 'The state diagram shows which changes there are.',
    mobile: 4,
  },
});
