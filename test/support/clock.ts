import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '../../src/shared/kernel/clock.js';

export const DAY = 86_400_000;

/** Moves the time that an application goes by. Events and the database keep their own. */
export function moveClock(app: INestApplicationContext, milliseconds: number): void {
  const clock = app.get(Clock);
  const before = clock.now.bind(clock);
  clock.now = () => new Date(before().getTime() + milliseconds);
}
