import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '../../src/shared/kernel/index.js';

export const DAY = 86_400_000;

/** Limits fill up as time goes by: during this work it stands still, however slow the machine is. */
export async function whileTimeStands(work: () => Promise<void>): Promise<void> {
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  try {
    await work();
  } finally {
    clock.mockRestore();
  }
}

/** Moves the time that an application goes by. Events and the database keep their own. */
export function moveClock(app: INestApplicationContext, milliseconds: number): void {
  const clock = app.get(Clock);
  const before = clock.now.bind(clock);
  clock.now = () => new Date(before().getTime() + milliseconds);
}

/** Ends what `moveClock` did: the application goes by the time of the machine again. */
export function resetClock(app: INestApplicationContext): void {
  const clock: Partial<Clock> = app.get(Clock);
  delete clock.now;
}
