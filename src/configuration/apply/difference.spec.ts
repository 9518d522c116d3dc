import { differences, SecretPlaces, withKeptSecrets } from './difference.js';

const secrets = new SecretPlaces(['/kyc/headers/*', '/kyc/token']);
const kyc = { url: 'https://kyc.example', token: 'hidden', headers: { 'X/Key': 'hidden too' } };

describe('Differences between files and an object', () => {
  it('name the innermost member, and nothing that the files leave to others', () => {
    const wanted = { name: 'New', idv: { review: true }, scopes: ['a', 'b'] };
    const present = { name: 'Old', idv: { review: true, retentionDays: 3 }, scopes: ['a', 'b'], other: 1 };
    expect(differences(wanted, present, secrets)).toEqual([
      { pointer: '/name', from: 'Old', to: 'New', isSecret: false },
      { pointer: '/idv/retentionDays', from: 3, to: undefined, isSecret: false },
    ]);
  });

  it('never contain a secret, whether it changes alone or within a new object', () => {
    const changed = { kyc: { ...kyc, token: 'another', headers: { 'X/Key': 'another too' } } };
    const found = [...differences(changed, { kyc }, secrets), ...differences({ kyc }, { kyc: null }, secrets)];
    expect(found.map(({ pointer, isSecret }) => [pointer, isSecret])).toEqual([
      ['/kyc/token', true],
      ['/kyc/headers/X~1Key', true],
      ['/kyc', false],
    ]);
    expect(JSON.stringify(found)).not.toMatch(/hidden|another/);
  });

  it('are none where the files keep a secret, and a fault where there is none to keep', () => {
    const kept = { kyc: { ...kyc, token: '(unchanged)', headers: { 'X/Key': '(unchanged)' } } };
    expect(withKeptSecrets(kept, { kyc }, secrets)).toEqual({ members: { kyc }, faults: [] });
    expect(withKeptSecrets(kept, undefined, secrets).faults.map(({ pointer }) => pointer)).toEqual([
      '/kyc/token',
      '/kyc/headers/X~1Key',
    ]);
    expect(withKeptSecrets({ name: '(unchanged)' }, undefined, secrets).faults).toEqual([]);
  });
});
