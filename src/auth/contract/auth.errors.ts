import { defineErrors } from '../../shared/kernel/index.js';

export const AuthErrors = defineErrors('auth', {
  keyChangeRefused: {
    status: 409,
    title: 'The signing key cannot change to this state',
    help: 'The state diagram of signing keys shows the allowed changes.',
  },
});

export const ClientErrors = defineErrors('clients', {
  notFound: {
    status: 404,
    title: 'Client not found',
    help: 'Check the `clientId`. Clients of other enterprises are not visible to you.',
  },
  scopeNotHeld: {
    status: 403,
    title: 'The caller does not hold a scope that it tries to give to the client',
    help: 'A caller can give a client only scopes that the caller holds itself. Ask an administrator for more scopes.',
  },
  tooMany: {
    status: 409,
    title: 'The enterprise has reached its limit of clients',
    help: 'Delete a client that is no longer used. The administrator of the service can raise the limit by the setting ENTERPRISE_CLIENTS.',
  },
  noSecret: {
    status: 409,
    title: 'The client has no secret',
    help: "The client's `authMethod` is `private_key_jwt` or `none`. There is no secret to replace.",
  },
});
