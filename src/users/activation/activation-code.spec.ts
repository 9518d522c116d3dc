import { asTyped, newActivationCode } from './activation-code.js';

describe('An activation code', () => {
  it('has ten characters that cannot be taken for one another', () => {
    for (let i = 0; i < 100; i++) expect(newActivationCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  });

  it('is read as people type it', () => {
    expect(asTyped(' k7o-iL 4m')).toBe('K70114M');
    const code = newActivationCode();
    expect(asTyped(`${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`)).toBe(code);
  });
});
