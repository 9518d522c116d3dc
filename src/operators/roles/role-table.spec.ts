import { knownScopes } from '../../auth/tokens/token-plan.js';
import { permissionsOf, rightNames, rights, roles, scopesOf } from './role-table.js';

describe('The table of roles', () => {
  it.each(rightNames)('names scopes that there are, for %s', (name) => {
    expect(knownScopes).toEqual(expect.arrayContaining([...rights[name].scopes]));
  });

  it('has a leave for each role in each row', () => {
    for (const name of rightNames) expect(Object.keys(rights[name].of)).toEqual([...roles]);
  });

  it('adds up the rights of several roles', () => {
    expect(permissionsOf(['reviewer', 'support'])).toMatchObject({
      find: 'may',
      review: 'may',
      remove: 'two',
      audit: 'no',
    });
    expect([...scopesOf(['reviewer'])].sort()).toEqual(['figures:read', 'idv:read', 'idv:review', 'users:read']);
  });

  it('gives nobody alone what needs a second person', () => {
    const alone = roles.filter((role) => scopesOf([role]).has('users:remove'));
    expect(alone).toEqual([]);
  });

  it('gives nobody but a reviewer the pictures of documents', () => {
    expect(roles.filter((role) => scopesOf([role]).has('idv:review'))).toEqual(['reviewer']);
  });
});
