import { grantedScopes, refusedScopes, refusing } from './refused-scopes.js';

const API = 'https://mobile.example';
const GRANT = {
  openid: { scope: 'openid profile email offline_access', claims: ['name'] },
  resources: { [API]: 'notifications' },
};

describe('Scopes that a user takes off a grant', () => {
  it('are those of the grant that were named, with their claims and those of other surfaces', () => {
    expect(refusing(GRANT, ['email', 'notifications', 'phone'])).toEqual({
      openid: { scope: 'email', claims: ['email', 'email_verified'] },
      resources: { [API]: 'notifications' },
    });
  });

  it('are never those without which there is no access', () => {
    expect(refusing(GRANT, ['openid', 'offline_access'])).toEqual({});
  });

  it('count against what was granted', () => {
    const less = { ...GRANT, rejected: refusing(GRANT, ['email', 'notifications']) };
    expect(grantedScopes(less)).toEqual(['openid', 'profile', 'offline_access']);
    expect(refusedScopes(less)).toEqual(['email', 'notifications']);
    expect(refusedScopes(GRANT)).toEqual([]);
  });
});
