import { mayIntrospect } from './revoked-tokens.js';

const SERVER = {
  clientId: 'server',
  enterpriseId: 'bank',
  test: false,
  scopes: ['users:read', 'notifications:read'],
  grantTypes: ['client_credentials'],
} as const;
const TOKEN = { clientId: 'app', enterpriseId: 'bank', test: false, scopes: ['notifications'], ofUser: true };
const IDENTITY = { ...TOKEN, scopes: ['openid', 'profile'] };

describe('A token for who may know of it', () => {
  it.each([
    [
      'to the client that has it, whatever it is',
      { ...SERVER, clientId: 'app', scopes: [] },
      { ...TOKEN, ofUser: false },
    ],
    ['to a server that reads what it opens', { ...SERVER, scopes: ['notifications:read'] }, TOKEN],
    ['to a server that reads users, when it says who somebody is', { ...SERVER, scopes: ['users:read'] }, IDENTITY],
  ])('is told about %s', (_to, asker, token) => {
    expect(mayIntrospect(asker, token)).toBe(true);
  });
});

describe('A token for anybody else', () => {
  it.each([
    ['to a server of another enterprise', { ...SERVER, enterpriseId: 'other' }, TOKEN],
    ['on the test side, when it is live', { ...SERVER, test: true }, TOKEN],
    ['on the live side, when it is of a test', SERVER, { ...TOKEN, test: true }],
    ['to a server that does not read what it opens', { ...SERVER, scopes: ['users:read'] }, TOKEN],
    ['to a server that does not read users', { ...SERVER, scopes: ['notifications:read'] }, IDENTITY],
    ['to another application', { ...SERVER, grantTypes: ['authorization_code' as const] }, TOKEN],
    ['when it is of a server itself', SERVER, { ...TOKEN, scopes: ['users:read'], ofUser: false }],
    ['when it says nothing of whose it is', SERVER, { ...TOKEN, enterpriseId: undefined, test: undefined }],
  ])('is not told about %s', (_to, asker, token) => {
    expect(mayIntrospect(asker, token)).toBe(false);
  });
});
