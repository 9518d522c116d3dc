import type { DocumentData } from '@countersign/identity-engine';
import { refusals } from '@countersign/emrtd/verify';
import { doubtsOf, faultOfRefusal, isPermanentRefusal, missingProofOf } from './chip-judgement.js';
import { differingField, zoneKeyOf } from './page-and-chip.js';

const rules = { idvChipWeak: 'doubt', idvChipRevocation: 'unknown-is-good', idvChipDeviations: [] } as const;
const strict = { ...rules, idvChipWeak: 'refuse', idvChipRevocation: 'must-be-known' } as const;
const signature = { isWeak: false, revocation: 'unknown' } as const;
const weak = { ...signature, isWeak: true };
const good = { proof: 'chip_authentication', signature, settings: { review: false }, rules } as const;

describe('A chip', () => {
  it('ends the session by a wrong proof or a revoked signer, and by nothing else', () => {
    const ending = refusals.filter((refusal) => faultOfRefusal(refusal).sequel === 'end');
    expect(ending).toEqual(['signer_revoked', 'chip_not_proven']);
  });

  it.each<readonly [string | undefined, Partial<Parameters<typeof missingProofOf>[0]>]>([
    [undefined, {}],
    ['chip_not_read', { proof: undefined }],
    [undefined, { proof: 'none' }],
    ['chip_without_proof', { proof: 'none', settings: { review: true, chipProof: 'genuine_chip' } }],
    ['chip_signature_weak', { signature: weak }],
    [undefined, { signature: weak, settings: { review: true } }],
    ['chip_signature_weak', { signature: weak, settings: { review: true }, rules: strict }],
    ['chip_revocation_unknown', { rules: strict }],
    [undefined, { rules: strict, signature: { ...signature, revocation: 'good' } }],
    [undefined, { rules: strict, settings: { review: true } }],
  ])('lacks %s', (reason, facts) => {
    expect(missingProofOf({ ...good, ...facts })?.reason).toBe(reason);
    // Reading the chip again helps only if its answer was missing.
    expect(isPermanentRefusal(reason ?? '')).toBe(reason !== undefined && reason !== 'chip_not_read');
  });

  it('leaves doubts to reviewers', () => {
    expect(doubtsOf(signature, rules)).toEqual([]);
    expect(doubtsOf(weak, strict)).toEqual(['chip_signature_weak', 'chip_revocation_unknown']);
  });
});

describe('Page and chip', () => {
  const page: DocumentData = {
    type: 'passport',
    country: 'UTO',
    number: 'L898902C3',
    expiryDate: '2032-04-15',
    birthDate: '1974-08-12',
    firstNames: 'ANNA',
    lastNames: 'ERIKSSON',
  };

  it('are one document where a camera confuses letters, and two where anything else differs', () => {
    expect(differingField({ ...page, number: 'LB989O2C3' }, page)).toBeUndefined();
    expect(differingField({ ...page, number: 'L898902C4' }, page)).toBe('number');
    expect(differingField({ ...page, birthDate: '1974-08-13' }, page)).toBe('birthDate');
    expect(differingField({ ...page, expiryDate: null }, page)).toBe('expiryDate');
  });

  it('have the key of the chip in common', () => {
    expect(zoneKeyOf(page)).toEqual({ number: 'L898902C3', birth: '740812', expiry: '320415' });
  });
});
