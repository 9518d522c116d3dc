import { lengthFault, normalised } from './password-strength.service.js';

describe('The length of a password', () => {
  it.each([
    ['elevenchars', 'tooShort'],
    ['twelve chars', undefined],
    ['🔑'.repeat(11), 'tooShort'],
    ['🔑'.repeat(12), undefined],
    ['x'.repeat(256), undefined],
    ['x'.repeat(257), 'tooLong'],
    ['\uFDFA'.repeat(200), 'tooLong'], // one character that normalises to eighteen
    ['e\u0301'.repeat(6), 'tooShort'], // twelve typed, six of them accents
  ])('has its bounds: %j: %s', (typed, fault) => {
    expect(lengthFault(typed)).toBe(fault);
  });
});

it('A password is the same on keyboards that compose it differently', () => {
  expect(normalised('Ko\u0308nigsweg und \uFB01n')).toBe(normalised('Königsweg und fin'));
});
