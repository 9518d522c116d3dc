import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readKeycloakClient } from './keycloak-clients.reader.js';

/** A realm exported by Keycloak 26.0.8. */
const REALM = fileURLToPath(new URL('../../../../test/support/keycloak/realm.json', import.meta.url));
const { clients } = JSON.parse(readFileSync(REALM, 'utf8')) as { clients: { clientId: string }[] };
const read = (clientId: string, changes: object = {}) =>
  readKeycloakClient({ ...clients.find((client) => client.clientId === clientId), ...changes });

describe('A client of Keycloak', () => {
  it('comes with its addresses, scopes and way to authenticate, and without its secret', () => {
    expect(read('shop')).toEqual({
      from: 'shop',
      body: {
        clientName: 'Shop',
        redirectUris: ['https://shop.example.com/callback'],
        postLogoutRedirectUris: [],
        grantTypes: ['authorization_code', 'refresh_token'],
        scopes: ['openid', 'profile', 'email', 'phone', 'offline_access', 'groups'],
        authMethod: 'client_secret_basic',
        applicationType: 'web',
        firstParty: true,
        requirePkce: false,
        allowedOrigins: [],
      },
      left: ['scope roles', 'scope organization'],
    });
  });

  it('comes without the addresses that have a star when it is in a browser', () => {
    expect(read('spa')).toMatchObject({
      body: {
        authMethod: 'none',
        redirectUris: ['https://spa.example.com/cb'],
        allowedOrigins: ['https://spa.example.com'],
      },
      left: expect.arrayContaining(['redirectUris: https://spa.example.com/*']),
    });
  });

  it.each([
    ['saml-app', {}, 'OpenID Connect'],
    ['batch', {}, 'client create'],
    ['shop', { enabled: false }, 'disabled'],
    ['shop', { bearerOnly: true }, 'API'],
    ['shop', { clientAuthenticatorType: 'client-jwt' }, 'public keys'],
  ])('stays behind, with the reason: %s %j', (clientId, changes, why) => {
    expect(read(clientId, changes)).toEqual({ from: clientId, errors: [expect.stringContaining(why)] });
  });

  it.each(['account', 'admin-cli'])('that is Keycloak’s own is passed over: %s', (clientId) => {
    expect(read(clientId)).toBeUndefined();
  });

  it('whose members are of other kinds breaks nothing', () => {
    const hostile = { redirectUris: 7, webOrigins: {}, attributes: 'x', name: ['x'], defaultClientScopes: [1] };
    expect(read('spa', hostile)).toMatchObject({ body: { clientName: 'spa', redirectUris: [] } });
    expect(readKeycloakClient(null)).toHaveProperty('errors');
    const redirectUris = ['https://', 'https://a b/', 'https://spa.example.com/cb'];
    expect(read('spa', { redirectUris, webOrigins: ['+'] })).toMatchObject({
      body: { redirectUris, allowedOrigins: ['https://spa.example.com'] },
    });
  });
});
