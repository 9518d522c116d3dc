import { actorAfter, exchangedScopes } from './exchanged-token.js';

describe('An exchanged token', () => {
  it('names the actor, and those before it', () => {
    const first = actorAfter('orders', undefined);
    expect(first).toEqual({ sub: 'orders' });
    expect(actorAfter('stock', first)).toEqual({ sub: 'stock', act: { sub: 'orders' } });
  });

  it('takes over nothing of an actor but its name', () => {
    const odd = { sub: 'orders', admin: true, act: { sub: 7, act: { sub: 'x' } } };
    expect(actorAfter('stock', odd)).toEqual({ sub: 'stock', act: { sub: 'orders' } });
    for (const none of [null, 'x', [], { act: 'x' }]) expect(actorAfter('stock', none)).toEqual({ sub: 'stock' });
  });

  it('has a chain of five actors at most', () => {
    let actor: unknown;
    for (const name of ['a', 'b', 'c', 'd', 'e']) actor = actorAfter(name, actor);
    expect(actor).toBeDefined();
    expect(actorAfter('f', actor)).toBeUndefined();
  });

  it('has the scopes that are asked for, or all that are allowed, and never others', () => {
    expect(exchangedScopes([], ['a', 'b'])).toEqual({ scopes: ['a', 'b'] });
    expect(exchangedScopes(['b', 'b'], ['a', 'b'])).toEqual({ scopes: ['b'] });
    expect(exchangedScopes(['a', 'c'], ['a', 'b'])).toEqual({ refused: 'c' });
    expect(exchangedScopes([], [])).toEqual({ refused: '' });
  });
});
