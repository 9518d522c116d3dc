import { enterpriseScopes, type OwnScope, PlanRefused, planToken, TokenPlans, type AskedFor } from './token-plan.js';

const OURS = ['users:read', 'users:write', 'openid', 'profile', 'notifications'];
const own = new Map<string, OwnScope>([
  ['orders.read', { api: 'https://orders.example', audience: 'user' }],
  ['orders.sync', { api: 'https://orders.example', audience: 'service' }],
  ['stock.sync', { api: 'https://stock.example', audience: 'service' }],
]);
const HELD = { ours: OURS, own };
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
    const apiOf = (asked: readonly string[], whose: AskedFor) => planToken(asked, HELD, whose).api;
    expect(apiOf(['users:read'], 'client')).toBe('management');
    expect(apiOf(['openid', 'notifications'], 'user')).toBe('mobile');
    expect(apiOf(['openid', 'profile'], 'user')).toBeUndefined();
  });

  it("is for an enterprise's own API by its scopes, and never for two APIs", () => {
    expect(planToken(['openid', 'orders.read'], HELD, 'user').api).toBe('https://orders.example');
    for (const two of [
      ['orders.sync', 'stock.sync'],
      ['orders.sync', 'users:read'],
    ])
      expect(refusal(two, 'client')).toMatch('two APIs');
    expect(refusal(['orders.read', 'notifications'], 'user')).toMatch('two APIs');
  });

  it('is of all that a client holds at an API for itself when it names only the API', () => {
    expect(planToken([], HELD, 'client', 'https://orders.example').scope).toBe('orders.sync');
    expect(planToken([], HELD, 'client', 'management').scope).toBe('users:read users:write');
    expect(() => planToken([], { ours: ['openid'], own }, 'client')).toThrow('two APIs');
  });

  it('is of the scopes that were asked for', () => {
    const { scopes, scope } = planToken(['openid', 'profile'], HELD, 'user');
    expect([scopes, scope]).toEqual([['openid', 'profile'], 'openid profile']);
  });

  it('leaves out for a user what nobody knows, as long as something is left', () => {
    expect(planToken(['everything', 'openid', 'address'], HELD, 'user').scope).toBe('openid');
  });

  it('leaves out the scopes of users that the client does not hold, but never openid', () => {
    expect(planToken(['openid', 'email', 'offline_access', 'profile'], HELD, 'user').scope).toBe('openid profile');
    expect(refusal(['email', 'phone'], 'user')).toBe('email');
    expect(() => planToken(['openid', 'profile'], { ours: ['profile'], own }, 'user')).toThrow('does not hold');
  });

  it('is all that a client holds for the management surface when it asks for nothing', () => {
    expect(planToken([], HELD, 'client').scopes).toEqual(['users:read', 'users:write']);
  });

  it('expands `all` to the enterprise scopes that are held, for clients only', () => {
    expect(planToken(['all'], HELD, 'client').scopes).toEqual(['users:read', 'users:write']);
    expect(planToken(['all', 'users:read'], HELD, 'client').scopes).toEqual(['users:read', 'users:write']);
    expect(planToken(['all'], { ours: enterpriseScopes, own }, 'client').scopes).toEqual(enterpriseScopes);
    expect(refusal(['all'], 'user')).toBe('all');
  });

  it.each<[string, AskedFor, readonly string[], string]>([
    ['what is not held', 'client', ['users:read', 'audit:read'], 'audit:read'],
    ['nothing that there is', 'user', ['everything', 'more'], 'everything'],
    ['what there is not, for a client', 'client', ['users:read', 'everything'], 'everything'],
    ['everything of servers beside what there is not', 'user', ['openid', 'everything', 'all'], 'all'],
    ['the scopes of users for a client', 'client', ['openid'], 'openid'],
    ['those of the mobile surface for a client', 'client', ['users:read', 'notifications'], 'notifications'],
    ['those of servers for a user', 'user', ['openid', 'users:read'], 'users:read'],
    ['those of users at an own API for a client', 'client', ['orders.read'], 'orders.read'],
    ['those of services at an own API for a user', 'user', ['openid', 'orders.sync'], 'orders.sync'],
    ['an own API that the client does not hold', 'client', ['orders.delete'], 'orders.delete'],
  ])('is refused for %s', (_what, whose, asked, expected) => {
    expect(refusal(asked, whose)).toBe(expected);
  });
});

describe('The plans of a client', () => {
  const plans = new TokenPlans(OURS, own);

  it('are those of what was asked for, whoever asked what before', () => {
    const asked: [string, AskedFor][] = [
      ['users:read', 'client'],
      ['users:read', 'client'],
      ['all', 'client'],
      ['openid  profile', 'user'],
      ['', 'user'],
    ];
    expect(asked.map(([scope, whose]) => plans.for(scope, whose).scope)).toEqual([
      ...['users:read', 'users:read', 'users:read users:write', 'openid profile', ''],
    ]);
    expect(plans.for('', 'client').scope).toBe('users:read users:write');
    expect(() => new TokenPlans(['openid']).for('', 'client')).toThrow('holds no scopes of a server');
    expect(() => plans.for('users:read', 'user')).toThrow('This scope is for servers');
  });

  it('are of all scopes that it holds for a surface', () => {
    expect([plans.scopeAt('management'), plans.scopeAt('mobile')]).toEqual(['users:read users:write', 'notifications']);
  });
});
