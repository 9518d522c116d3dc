import { BoundedProbe } from './health.js';

describe('A question with a bound', () => {
  it('tells whether it was answered', async () => {
    expect(await new BoundedProbe(10_000, () => Promise.resolve('yes')).isAnswered()).toBe(true);
    expect(await new BoundedProbe(10_000, () => Promise.reject(new Error('no'))).isAnswered()).toBe(false);
  });

  it('is not waited for beyond its bound', async () => {
    expect(await new BoundedProbe(1, () => new Promise(() => undefined)).isAnswered()).toBe(false);
  });

  it('is not asked again while an answer is outstanding', async () => {
    let asked = 0;
    let answer: () => void = () => undefined;
    const question = new BoundedProbe(1, () => {
      asked++;
      return new Promise<void>((resolve) => (answer = resolve));
    });
    expect([await question.isAnswered(), await question.isAnswered(), asked]).toEqual([false, false, 1]);
    answer();
    await new Promise(setImmediate);
    await question.isAnswered();
    expect(asked).toBe(2);
  });
});
