/** @jest-environment jsdom */
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { Proof } from './findings.js';
import type { Findings } from './types.js';

type Document = NonNullable<Findings['document']>;
const PROOF = {
  ...{ level: 'genuine_chip', by: 'chip_authentication', state: 'AT', algorithm: 'ECDSA with SHA-256' },
  ...{ signerUntil: '2033-05-06T08:04:02.000Z', revocation: 'good', weak: false, compared: ['number', 'birthDate'] },
};

async function shown(proof: object): Promise<string> {
  const place = document.createElement('div');
  await act(() => render(<Proof document={{ proof } as unknown as Document} />, place));
  return place.textContent;
}

describe('What a chip has proven', () => {
  it('is told to reviewers with the state, the end of the signer and what was compared', async () => {
    const text = await shown(PROOF);
    expect(text).toContain('it is not a copy');
    expect(text).toContain('Signed by AT (ECDSA with SHA-256). The signer’s certificate expires on 2033-05-06.');
    expect(text).toContain('It is not revoked.');
    expect(text).not.toContain('SHA-1');
  });

  it('is told apart from signed data alone, a list that is out of date, and SHA-1', async () => {
    const text = await shown({ ...PROOF, level: 'signed_data', revocation: 'stale', weak: true });
    expect(text).toContain('cannot prove that it is not a copy');
    expect(text).toContain('out of date');
    expect(text).toContain('SHA-1');
  });

  it('is left out where the page was photographed only', async () => {
    expect(await shown({ level: 'none' })).toBe('');
  });
});
