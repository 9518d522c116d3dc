import { defineErrors } from '../../shared/kernel/errors.js';

export const UserErrors = defineErrors('users', {
  notFound: { status: 404, title: 'User not found', help: 'Enrol the user first; ids are case-sensitive.' },
  alreadyExists: {
    status: 409,
    title: 'The user id or login id is taken',
    help: 'User ids and login ids share one namespace in an enterprise, and an id that was once used stays taken.',
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
