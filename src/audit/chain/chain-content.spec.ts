import { createHash } from 'node:crypto';
import { GENESIS, linkHash, type StoredEntry } from './chain-content.js';

const entry: StoredEntry = {
  id: '01900000-0000-7000-8000-000000000001',
  at: '2030-01-02T03:04:05.678901Z',
  kind: 'users.user-blocked',
  outcome: 'done',
  enterpriseId: 'default',
  test: false,
  actorKind: 'client',
  actorId: 'portal',
  actorAlias: null,
  subjectAlias: '00000000-0000-4000-8000-00000000000a',
  address: '192.0.2.7',
  requestId: 'r-1',
  details: { to: 'BLOCKED', from: 'ACTIVE' },
};

describe('The hash of a link', () => {
  it('is SHA-256 over the previous hash and the canonical JSON of number and entry', () => {
    const canonical =
      '{"actorAlias":null,"actorId":"portal","actorKind":"client","address":"192.0.2.7",' +
      '"at":"2030-01-02T03:04:05.678901Z","details":{"from":"ACTIVE","to":"BLOCKED"},"enterpriseId":"default",' +
      '"id":"01900000-0000-7000-8000-000000000001","kind":"users.user-blocked","number":7,"outcome":"done",' +
      '"requestId":"r-1","subjectAlias":"00000000-0000-4000-8000-00000000000a","test":false}';
    const previous = Buffer.alloc(32, 1);
    expect(linkHash(previous, 7, entry)).toEqual(createHash('sha256').update(previous).update(canonical).digest());
  });

  it.each(Object.keys(entry))('changes with %s', (field) => {
    const altered = { ...entry, [field]: field === 'details' ? { to: 'BLOCKED' } : 'altered' };
    expect(linkHash(GENESIS, 1, altered)).not.toEqual(linkHash(GENESIS, 1, entry));
  });

  it('changes with the number and with what it follows', () => {
    const hashes = [linkHash(GENESIS, 1, entry), linkHash(GENESIS, 2, entry), linkHash(Buffer.alloc(32, 1), 1, entry)];
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(3);
  });

  it('does not depend on the order of members', () => {
    const reordered = { ...entry, details: { from: 'ACTIVE', to: 'BLOCKED' } };
    expect(linkHash(GENESIS, 1, reordered)).toEqual(linkHash(GENESIS, 1, entry));
  });
});
