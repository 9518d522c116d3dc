import { enterpriseScopes } from './scopes.js';
import { PlanRefused, planToken, type AskedFor } from './token-plan.js';

const HELD = ['users:read', 'users:write', 'openid', 'profile', 'notifications'];
const refusal = (asked: readonly string[], whose: AskedFor) => {
  try {
    planToken(asked, HELD, whose);
  } catch (error) {
    return error instanceof PlanRefused ? (error.scope ?? error.why) : error;
  }
  return undefined;
};

describe('The plan of a token', () => {
  it('is for the surface of its scopes', () => {
    expect(planToken(['users:read'], HELD, 'client')).toEqual({ api: 'management', scopes: ['users:read'] });
    expect(planToken(['openid', 'notifications'], HELD, 'user')).toEqual({
      api: 'mobile',
      scopes: ['openid', 'notifications'],
    });
    expect(planToken(['openid', 'profile'], HELD, 'user')).toEqual({ api: undefined, scopes: ['openid', 'profile'] });
  });

  it('expands `all` to the enterprise scopes that are held, for clients only', () => {
    expect(planToken(['all'], HELD, 'client').scopes).toEqual(['users:read', 'users:write']);
    expect(planToken(['all', 'users:read'], HELD, 'client').scopes).toEqual(['users:read', 'users:write']);
    expect(planToken(['all'], enterpriseScopes, 'client').scopes).toEqual(enterpriseScopes);
    expect(refusal(['all'], 'user')).toBe('all');
  });

  it.each<[string, AskedFor, readonly string[], string]>([
    ['nothing for a client', 'client', [], 'Name scopes, or all'],
    ['what is not held', 'client', ['users:read', 'audit:read'], 'audit:read'],
    ['what there is not', 'user', ['openid', 'everything'], 'everything'],
    ['the scopes of users for a client', 'client', ['openid'], 'openid'],
    ['those of the mobile surface for a client', 'client', ['users:read', 'notifications'], 'notifications'],
    ['those of servers for a user', 'user', ['openid', 'users:read'], 'users:read'],
  ])('is refused for %s', (_what, whose, asked, expected) => {
    expect(refusal(asked, whose)).toBe(expected);
  });
});
