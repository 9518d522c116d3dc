import type { StepUpRequest } from '../types.js';
import { PasswordQuestion } from './password-question.js';

const request = (expiresAt: number, attemptsLeft?: number): StepUpRequest => ({
  ...{ notification: {} as never, response: 'pay', methods: [{ type: 'password' }] },
  expiresAt: new Date(expiresAt),
  ...(attemptsLeft !== undefined && { attemptsLeft }),
});

describe('A question for a password', () => {
  it('is dropped when its time is over', async () => {
    const question = new PasswordQuestion();
    expect(await question.ask(request(1_000), 1_000)).toBeNull();
    expect([question.isDropped, question.isAwaited]).toEqual([true, false]);
  });

  it('gives what was typed, and is awaited until then', async () => {
    const question = new PasswordQuestion();
    const asked = question.ask(request(60_000), 0);
    expect(question.isAwaited).toBe(true);
    question.give('secret');
    expect(await asked).toEqual({ type: 'password', password: 'secret' });
    expect([question.isDropped, question.isAwaited]).toEqual([false, false]);
  });

  it('counts as the service does, or by itself where it says nothing', () => {
    const question = new PasswordQuestion();
    expect(question.attemptsLeft(request(0, 3))).toBe(3);
    void question.ask(request(0), 0);
    expect(question.attemptsLeft(request(0))).toBe(4);
  });
});
