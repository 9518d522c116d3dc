import { defineErrors } from '../../shared/kernel/errors.js';

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
