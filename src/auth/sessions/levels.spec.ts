import { demandedLevel, type Demanding } from './demanded-level.js';
import { withFactor } from './kept-factors.adapter.js';
import {
  type Factor,
  levelOf,
  levelOfAcr,
  methodsOf,
  type Proven,
  acrToReturn,
  factorsReaching,
  withRecent,
} from './levels.js';

const NOW = 1_800_000_000;
const ago = (seconds: number): number => NOW - seconds;

describe('The level of a sign-in', () => {
  it.each<[Proven, number, string]>([
    [{}, 0, ''],
    [{ password: ago(5) }, 1, 'pwd'],
    [{ totp: ago(5) }, 1, 'otp'],
    [{ password: ago(50_000), totp: ago(5) }, 2, 'pwd otp mfa'],
    [{ password: ago(5), approval: ago(5) }, 2, 'pwd pop swk mfa'],
    [{ password: ago(5), recoveryCode: ago(900) }, 2, 'pwd otp mfa'],
    [{ password: ago(5), recoveryCode: ago(901) }, 1, 'pwd'],
    [{ passkey: ago(5) }, 3, 'pop user mfa'],
    [{ password: ago(5), passkey: ago(5) }, 3, 'pwd pop user mfa'],
    [{ password: ago(-3_600) }, 0, ''],
  ])('is counted from %j as %i, told as "%s"', (proven, level, amr) => {
    expect([levelOf(proven, NOW), methodsOf(proven, NOW).join(' ')]).toEqual([level, amr]);
  });

  it('counts only factors that are as recent as max_age asks', () => {
    const proven = { password: ago(10), totp: ago(100) };
    expect([levelOf(proven, NOW, 60), levelOf(proven, NOW, 100)]).toEqual([1, 2]);
  });

  it('counts what was proven for the same request as recent, for 15 minutes', () => {
    const levelWith = (proven: Proven, chain: Factor[]) => levelOf(withRecent(proven, chain, NOW, 0), NOW, 0);
    expect(levelWith({ password: ago(60), totp: ago(0) }, ['password'])).toBe(2);
    expect(levelWith({ password: ago(60), totp: ago(0) }, [])).toBe(1);
    expect(levelWith({ password: ago(901), totp: ago(0) }, ['password'])).toBe(1);
  });

  it('is not lowered by a weaker login of the same user, but ends with another user', () => {
    const passkey = withFactor({}, { accountId: 'mina', amr: ['pop', 'user', 'mfa'], loginTs: ago(60) }, NOW);
    const again = withFactor(passkey, { accountId: 'mina', amr: ['pwd'] }, NOW);
    expect([levelOf(again.factors, NOW), again.loginTs]).toEqual([3, NOW]);
    expect(levelOf(withFactor(passkey, { accountId: 'jane', amr: ['pwd'] }, NOW).factors, NOW)).toBe(1);
  });

  it('follows from the methods of a session that is older than the record of factors', () => {
    const old = { accountId: 'mina', amr: ['pop', 'user', 'mfa'], loginTs: ago(60) };
    const { factors } = withFactor(old, { accountId: 'mina', amr: ['pwd'] }, NOW);
    expect(factors).toEqual({ passkey: ago(60), password: NOW });
  });

  it('is raised by a second factor, which does not make the sign-in newer', () => {
    const began = withFactor({}, { accountId: 'mina', amr: ['pwd'], loginTs: ago(60) }, NOW);
    expect(withFactor(began, { accountId: 'mina', amr: ['otp'] }, NOW)).toMatchObject({
      loginTs: ago(60),
      amr: ['pwd', 'otp', 'mfa'],
    });
  });
});

describe('The word for a level', () => {
  it.each<[number, string, string, string]>([
    [3, '', '', 'urn:countersign:acr:3'],
    [3, 'phr', '', 'phr'],
    [2, 'phr urn:countersign:acr:2', '', 'urn:countersign:acr:2'],
    [3, 'urn:countersign:acr:2', '', 'urn:countersign:acr:3'],
    [3, '', 'urn:countersign:acr:2', 'urn:countersign:acr:2'],
    [3, '', 'urn:countersign:acr:2 phrh', 'phrh'],
    [1, 'phr', '', 'urn:countersign:acr:1'],
  ])('is chosen for level %i, "%s" wished and "%s" essential: %s', (level, wished, essential, told) => {
    const words = (text: string) => text.split(' ').filter(Boolean);
    expect(acrToReturn(level as 1, { wished: words(wished), essential: words(essential) })).toBe(told);
  });

  it('is no name that every object has', () => {
    expect(levelOfAcr('constructor')).toBeUndefined();
  });
});

describe('The demanded level', () => {
  const nothing: Demanding = {
    asked: { wished: [], essential: [] },
    leastOfClient: null,
    leastOfUser: 1,
  };

  it.each<[string, Partial<Demanding>, object]>([
    ['of nobody', {}, { least: 1, wished: 1 }],
    ['of the client', { leastOfClient: 2 }, { least: 2, wished: 1 }],
    ['of the enterprise', { leastOfUser: 3, leastOfClient: 2 }, { least: 3, wished: 1 }],
    [
      'of a wish: its lowest known word',
      { asked: { wished: ['phr', 'other', 'urn:countersign:acr:2'], essential: [] } },
      { least: 1, wished: 2 },
    ],
    ['of an essential claim', { asked: { wished: [], essential: ['phrh', 'x'] } }, { least: 3, wished: 1 }],
    ['that nobody can meet', { asked: { wished: [], essential: ['x'] } }, { least: undefined, wished: 1 }],
  ])('is found: that %s', (_of, demand, expected) => {
    expect(demandedLevel({ ...nothing, ...demand })).toEqual(expected);
  });
});

describe('The ways to a level', () => {
  it('are those of the user that reach it, the surest first', () => {
    const held: Factor[] = ['recoveryCode', 'totp', 'passkey'];
    const proven = { password: ago(5) };
    expect(factorsReaching(2, held, proven, NOW)).toEqual(['passkey', 'totp', 'recoveryCode']);
    expect(factorsReaching(3, held, proven, NOW)).toEqual(['passkey']);
    expect(factorsReaching(3, ['totp'], proven, NOW)).toEqual([]);
  });
});
