import { defineErrors } from '../../shared/kernel/index.js';

export const AuthErrors = defineErrors('auth', {
  keyChangeRefused: {
    status: 409,
    title: 'The signing key cannot change that way',
    help: 'The state diagram shows which changes there are.',
  },
});

export const ClientErrors = defineErrors('clients', {
  notFound: { status: 404, title: 'Client not found', help: 'Clients of other enterprises are not found either.' },
  scopeNotHeld: {
    status: 403,
    title: 'A scope that the caller does not hold itself',
    help: 'A client makes or changes clients with scopes that it holds itself; ask an administrator for more.',
  },
  tooMany: {
    status: 409,
    title: 'The enterprise has as many clients as it may have',
    help: 'Remove one that is not used any more. Who runs the service sets the number by ENTERPRISE_CLIENTS.',
  },
  noSecret: {
    status: 409,
    title: 'The client has no secret',
    help: 'Its authMethod is private_key_jwt or none: there is nothing to rotate.',
  },
});
