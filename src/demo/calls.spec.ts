import { curlOf } from './calls.js';

describe('A call of the demo bank as a curl command', () => {
  it.each([
    ['https://localhost:9442/v1/users/ada?expand=true', '"$API/v1/users/ada?expand=true"'],
    ['https://localhost:8006/service/authserver/oauth/token', '"$ISSUER/oauth/token"'],
    [
      'https://localhost:8006/.well-known/evidence-keys.json',
      '"https://localhost:8006/.well-known/evidence-keys.json"',
    ],
  ])('of %s has the address %s', (address, target) => {
    expect(curlOf('GET', address, undefined, false)).toContain(target);
  });
});
