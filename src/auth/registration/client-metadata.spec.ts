import { unsetProfile, type ClientProfile } from '../client/client-profile.js';
import { Tenant } from '../../shared/kernel/index.js';
import { InitialAccessToken } from './initial-access-token.entity.js';
import { faultOfField, formOf, refusalOf } from './client-metadata.js';
import { isRedirectAllowed, isRedirectOrigin, type RegistrationPolicy } from './registration-policy.js';

const policy: RegistrationPolicy = {
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile'],
  apiScopes: ['orders.read'],
  redirectOrigins: ['https://partner.example', 'http://127.0.0.1', 'com.partner.app:'],
};
const profile: ClientProfile = {
  ...unsetProfile,
  clientName: 'Partner',
  grantTypes: ['authorization_code'],
  scopes: ['openid'],
  authMethod: 'none',
  redirectUris: ['https://partner.example/back'],
};
const refused = (metadata: object, changes: Partial<ClientProfile> = {}) =>
  refusalOf({ ...metadata }, { ...profile, ...changes }, policy);

describe('An initial access token', () => {
  it('is usable until it has expired or its last use is taken', () => {
    const now = new Date();
    const wanted = { name: 'Partners', uses: 1, seconds: 60, policy };
    const { row, token } = InitialAccessToken.issue(Tenant.of('default', false), wanted, 'a-client', now);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.isUsableAt(now)).toBe(true);
    expect(row.isUsableAt(new Date(now.getTime() + 60_000))).toBe(false);
    row.used = 1;
    expect(row.isUsableAt(now)).toBe(false);
  });
});

describe('Metadata of a client that registers itself', () => {
  it('gets the scopes of the policy where it names none, and else those that it names', () => {
    expect(formOf({}, policy)).toMatchObject({ scopes: ['openid', 'profile'], apiScopes: ['orders.read'] });
    const asked = formOf({ scope: 'openid orders.read users:read' }, policy);
    expect(asked).toMatchObject({ scopes: ['openid', 'users:read'], apiScopes: ['orders.read'] });
  });

  it('sets no field that only operators set', () => {
    const wide = { firstParty: true, first_party: true, administrator: true, allowedOrigins: ['https://x.example'] };
    const form = formOf({ ...wide, kyc: {}, test: true, logo_uri: 'https://x.example/logo.png' }, policy);
    for (const field of ['firstParty', 'administrator', 'allowedOrigins', 'kyc', 'test', 'logoUri'])
      expect(form).not.toHaveProperty(field);
  });

  it.each([
    ['https://partner.example/back', true],
    ['https://partner.example:8443/back', false],
    ['https://partner.example.evil.example/', false],
    ['https://evil.example/?https://partner.example', false],
    ['http://127.0.0.1:49152/back', true],
    ['http://localhost:49152/back', false],
    ['com.partner.app:/back', true],
    ['com.partner.app.evil:/back', false],
    ['nonsense', false],
  ])('may have users sent to %s: %s', (uri, allowed) => {
    expect(isRedirectAllowed(policy, uri)).toBe(allowed);
  });

  it('has a policy that names origins and schemes only', () => {
    const wrong = ['https://a.example/', 'https://a.example/x', 'http://a.example', 'https:', 'javascript:', 'a.b', ''];
    for (const text of wrong) expect([text, isRedirectOrigin(text)]).toEqual([text, false]);
    for (const text of policy.redirectOrigins) expect([text, isRedirectOrigin(text)]).toEqual([text, true]);
  });

  it('is refused where the policy says no, with the errors of RFC 7591', () => {
    expect(refused({})).toBeUndefined();
    expect(refused({}, { redirectUris: ['https://evil.example/'] })?.error).toBe('invalid_redirect_uri');
    expect(refused({}, { postLogoutRedirectUris: ['https://evil.example/'] })?.error).toBe('invalid_redirect_uri');
    const wider: Partial<ClientProfile>[] = [
      { grantTypes: ['client_credentials'] },
      { scopes: ['openid', 'users:read'] },
      { clientName: 'Bank\u202eknab' },
    ];
    for (const changes of wider) expect(refused({}, changes)?.error).toBe('invalid_client_metadata');
    expect(refused({ response_types: ['token'] })?.error).toBe('invalid_client_metadata');
  });

  it('hears of faults in its own words', () => {
    const detail = 'Is wrong.';
    expect(faultOfField({ pointer: '/redirectUris/0', detail })).toEqual({
      error: 'invalid_redirect_uri',
      description: 'redirect_uris/0: Is wrong.',
    });
    expect(faultOfField({ pointer: '/apiScopes/1', detail }).description).toBe('scope/1: Is wrong.');
  });
});
