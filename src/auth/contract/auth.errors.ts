import { defineErrors } from '../../shared/kernel/index.js';

export const AuthErrors = defineErrors('auth', {
  keyChangeRefused: {
    status: 409,
    title: 'The signing key cannot change to this state',
    help: 'The state diagram of signing keys shows the allowed changes.',
  },
  approvalEnded: {
    status: 409,
    title: 'The approval has ended',
    help: 'An approval is answered once. Ask again with a new request.',
  },
});

export const ApiErrors = defineErrors('apis', {
  notFound: {
    status: 404,
    title: 'API not found',
    help: 'Check the id. APIs of other enterprises are not visible to you, and live clients see live APIs only.',
  },
  taken: {
    status: 409,
    title: 'An API with this resource already exists',
    help: 'All enterprises share one issuer, so each API needs a different address. Upper and lower case and a final slash make no difference. Use an address of your own domain.',
  },
  tooMany: {
    status: 409,
    title: 'The enterprise has reached its limit of APIs',
    help: 'Delete an API that is no longer used, or use several scopes of one API.',
  },
  inUse: {
    status: 409,
    title: 'A client has a scope of the API',
    help: 'The answer names the client. Remove the scope from its `apiScopes` first.',
  },
});

export const DetailTypeErrors = defineErrors('authorization-details', {
  notFound: {
    status: 404,
    title: 'Type of authorization details not found',
    help: 'Check the name and the version. Names are case-sensitive.',
  },
  taken: {
    status: 409,
    title: 'A type with this name already exists, or was changed at the same time',
    help: 'Choose another name, or change the existing type. Types that are ready for use cannot be changed. If two changes were sent at the same time, one is refused: read the type again and repeat your change.',
  },
  tooMany: {
    status: 409,
    title: 'The enterprise has reached its limit of types of authorization details',
    help: 'Each change creates a version. Change types rarely. Put values that differ into the details, not into the type.',
  },
});

export const RegistrationErrors = defineErrors('initial-access-tokens', {
  off: {
    status: 409,
    title: 'Clients cannot register themselves',
    help: 'The administrator of the service can allow it with the setting CLIENT_REGISTRATION.',
  },
  notFound: {
    status: 404,
    title: 'Initial access token not found',
    help: 'Check the id. Tokens of other enterprises are not visible to you, and live clients see live tokens only.',
  },
  tooMany: {
    status: 409,
    title: 'The enterprise has reached its limit of initial access tokens',
    help: 'Delete tokens that have expired or are used up. Clients that were registered with them stay.',
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
    title: 'The caller lacks a scope that it tries to give to the client',
    help: 'A caller can give a client only scopes that it has itself. Ask an administrator for more scopes.',
  },
  tooMany: {
    status: 409,
    title: 'The enterprise has reached its limit of clients',
    help: 'Delete a client that is no longer used. The administrator of the service can raise the limit with the setting ENTERPRISE_CLIENTS.',
  },
  noSecret: {
    status: 409,
    title: 'The client has no secret',
    help: "The client's `authMethod` is `private_key_jwt` or `none`. There is no secret to replace.",
  },
});
