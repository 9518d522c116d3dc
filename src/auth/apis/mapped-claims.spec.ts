import { type MappedUser, mappedClaims, mappingFaults } from './mapped-claims.js';

const user: MappedUser = {
  ref: { userId: 'jane' },
  ...{ language: 'de', firstName: 'Jane', lastName: null, emailId: null },
  ...{ mobileNumber: null, emailVerified: false, groups: ['retail', 'vip'], attributes: { level: '7' } },
};

describe('Claims of an API', () => {
  it('come from groups, fields and attributes, and are left out where there is none', () => {
    const mapping = {
      groups: { from: 'groups' },
      first: { from: 'primaryGroup' },
      verified: { from: 'emailVerified' },
      level: { from: 'attributes.level' },
      last: { from: 'lastName' },
      nothing: { from: 'attributes.constructor' },
    };
    expect(mappingFaults(mapping)).toEqual([]);
    expect(mappedClaims(mapping, user)).toEqual({
      ...{ groups: ['retail', 'vip'], first: 'retail', verified: false, level: '7' },
    });
  });

  it('change values by a map, and leave out those that it does not name', () => {
    const map = { vip: 'gold', 7: 'senior', false: 'no' };
    const mapping = {
      roles: { from: 'groups', map },
      level: { from: 'attributes.level', map },
      verified: { from: 'emailVerified', map },
      first: { from: 'primaryGroup', map },
      odd: { from: 'userId', map: { toString: 'x' } },
    };
    expect(mappedClaims(mapping, user)).toEqual({ roles: ['gold'], level: 'senior', verified: 'no' });
  });

  it.each(['sub', 'SUB', 'act', 'Enterprise_Id', 'cnf', '__proto__', '', 'a b', 'ü', '1'])(
    'are never called %s',
    (name) => {
      const mapping = Object.fromEntries([[name, { from: 'groups' }]]);
      expect(mappingFaults(mapping)).toHaveLength(1);
    },
  );

  it.each(['sub', 'toString', 'attributes', 'attributes.', 'attributes.__proto__', 'attributes.a.b c', 'groups[0]'])(
    'have no source %s',
    (from) => expect(mappingFaults({ x: { from } })).toHaveLength(1),
  );
});
