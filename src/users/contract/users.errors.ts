import { defineErrors } from '../../shared/kernel/index.js';

export const UserErrors = defineErrors('users', {
  notFound: {
    status: 404,
    title: 'User not found',
    help: 'Check the id, or enrol the user first. Ids are case-sensitive.',
  },
  alreadyExists: {
    status: 409,
    title: 'The user id or login id is taken',
    help: 'User ids and login ids share one namespace in an enterprise. An id that was once used can never be used again.',
  },
  tooManyToExport: {
    status: 409,
    title: 'The export contains too many users',
    help: 'Operators can export at most 10,000 users at once. Use a narrower filter, for example by status, group or time. To export more, use `POST /v1/userExports`, which needs the approval of a second operator. Clients can export any number of users.',
  },
  exportNotFound: {
    status: 404,
    title: 'Export not found',
    help: 'Only the operator who requested the export can download it, once, within a day after the approval. Request the export again.',
  },
  actionNotFound: {
    status: 404,
    title: 'Action not found',
    help: 'Check the id. Actions for many users are deleted after seven days.',
  },
  addressJustChanged: {
    status: 409,
    title: 'An operator changed the address within the last day',
    help: 'Send this user a code with `POST /v1/users/{userId}/activationCode`, which asks a second operator for approval.',
  },
  statusRefused: {
    status: 409,
    title: 'The user status does not allow this change',
    help: 'The members `from` and `to` contain the two statuses. The state diagram of users shows the allowed changes.',
  },
  deleted: {
    status: 409,
    title: 'User is deleted',
    help: 'A deleted user cannot be changed. The user can be read until all personal data is erased.',
  },
  blocked: {
    status: 403,
    title: 'User is blocked',
    help: 'The enterprise can unblock the user with the status `UNBLOCK`.',
    mobile: 141,
    oauth: 'access_denied',
  },
  wrongCode: {
    status: 403,
    title: 'The activation code is wrong',
    help: 'Check the code and the user. After five wrong attempts, request a new code.',
  },
  nothingToActivate: {
    status: 409,
    title: 'The user status does not allow an activation',
    help: 'Activation codes can be sent only to users who are CREATED, RESET or INACTIVE.',
  },
  codeByOperator: {
    status: 403,
    title: 'Operators cannot set an activation code or a password',
    help: 'Omit `predefinedCode`, `passwordHash` and `totpSecret`. The service creates a code and sends it to the user. Only clients can set a code or take over a password.',
  },
  vouchedByOperator: {
    status: 403,
    title: 'Operators cannot decide whether an e-mail address is verified',
    help: 'Omit `emailVerified`. The user verifies the address with a code from a mail. Only clients can declare an address verified, and withdraw that.',
  },
  addressRefused: {
    status: 409,
    title: 'The address cannot be changed in this way',
    help: 'The state diagram of address changes shows the allowed changes.',
  },
  unreachable: {
    status: 409,
    title: 'The user has no address to send a code to',
    help: 'First set `emailId` or `mobileNumber` of the user.',
  },
});

export const EnterpriseErrors = defineErrors('enterprises', {
  notFound: { status: 404, title: 'Enterprise not found', help: 'Check the id. Ids are case-sensitive.' },
  alreadyExists: {
    status: 409,
    title: 'Enterprise already exists',
    help: 'Choose another id, or change the existing enterprise.',
  },
});

export const DeviceErrors = defineErrors('devices', {
  notFound: {
    status: 404,
    title: 'Device not found',
    help: 'Check the id. Removed devices, and devices of other users, are not found.',
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
    help: 'Register the device within five minutes after a login.',
    mobile: 102,
  },
  approvalNeeded: {
    status: 403,
    title: 'Another phone must approve the new one',
    help: 'Request the approval with RequestDeviceApproval, and show the number. After the approval, register the device. A user who has lost the other phone must contact the enterprise.',
    mobile: 102,
  },
  approvalWaits: {
    status: 409,
    title: 'The other phone has not answered yet',
    help: 'Try again every two seconds, until the answer changes.',
    mobile: 102,
  },
  noPhoneToAsk: {
    status: 409,
    title: 'No other phone can approve the new one',
    help: 'The user must log in again, and register the device within five minutes.',
    mobile: 4,
  },
  keyRefused: {
    status: 422,
    title: 'The public key cannot be used',
    help: 'Send a public JWK on the curve P-256, without private members.',
    mobile: 4,
  },
  proofRefused: {
    status: 422,
    title: 'The proof of possession is not valid',
    help: 'Sign the proof with the key that you register, and use a new nonce.',
    mobile: 4,
  },
  attestationRefused: {
    status: 422,
    title: 'The attestation is not valid',
    help: 'Send the attestation that the device created for this key and this nonce, or none.',
    mobile: 4,
  },
  keyTaken: {
    status: 409,
    title: 'The key is already registered for a device',
    help: 'Create a new key pair for each device of each user.',
    mobile: 4,
  },
  tooMany: {
    status: 409,
    title: 'The user has reached the limit of devices',
    help: 'Remove a device that is no longer used.',
    mobile: 4,
  },
  statusRefused: {
    status: 409,
    title: 'The device status does not allow this change',
    help: 'The state diagram of devices shows the allowed changes.',
    mobile: 4,
  },
});
