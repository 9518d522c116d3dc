import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Signals } from '../../../src/shared/events/index.js';
import { EventTimings } from '../../../src/shared/jobs/index.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import type { TestApplication } from '../../support/application.js';
import { until } from './until.js';

export const STORE = `INSERT INTO shared.signal (topic, payload) VALUES ('testing.noted', jsonb_build_object('note', $1::text))`;

/** Keeps what it hears, as one process of several. */
@Injectable()
export class Notes implements OnModuleInit {
  readonly heard: string[] = [];
  loads = 0;

  constructor(
    private readonly signals: Signals,
    private readonly db: Database,
  ) {}

  async onModuleInit(): Promise<void> {
    this.signals.on<{ note: string }>('testing.noted', ({ note }) => {
      this.heard.push(note);
    });
    this.signals.onLostTrack(() => {
      this.loads++;
    });
    await this.signals.start();
    // Committed by someone between the cursor and the end of this process's start.
    await this.db.rows(STORE, ['while starting']);
  }
}

const timings = (pollMs: number) => ({
  provide: EventTimings,
  useValue: { pollMs, deliveryMs: 15_000, answerMs: 15_000 },
});
/** Never looks by itself: hears by LISTEN or not at all. */
export const listens = timings(3_600_000);
export const polls = timings(20);

export const note = (text: string, { app }: TestApplication) =>
  app
    .get(UnitOfWork)
    .run(async (tx) => void tx.pending.signals.push({ topic: 'testing.noted', payload: { note: text } }));
export const heardBy = ({ app }: TestApplication) => app.get(Notes).heard;
export const hears = (text: string, ...by: TestApplication[]) =>
  until(() => by.every((one) => heardBy(one).includes(text)));
