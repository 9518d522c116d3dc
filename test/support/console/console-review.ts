import type { Session } from '../../../src/idv/sessions/session.entity.js';
import { SessionSteps } from '../../../src/idv/steps/session-steps.service.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import type { TestApplication } from '../application.js';
import { moveClock } from '../clock.js';
import { FakeEngine } from '../fake-engine.js';
import { photographOf, pictureOf } from '../specimens.js';
import { Verifications } from '../verifications.js';
import { DRAWN_PERSON } from './drawn-person.js';

const PERSON = { userId: 'zeynep.aydin', firstName: 'Zeynep', lastName: 'Aydin' };
const PASSPORT = {
  country: 'TUR',
  number: 'T2236676A',
  firstNames: 'ZEYNEP',
  lastNames: 'AYDIN',
  birthDate: '1964-11-24',
  expiryDate: '2035-04-12',
};
/** The seconds that the person spends on each step. */
const SECONDS = [64, 19, 11, 14, 13, 9, 29, 15];

const PHOTOGRAPHED = { width: 1_100, turned: 1.2, noise: 2, quality: 86 };

/**
 * Makes a verification that people must decide: the engine is not sure whether a years-old passport photo shows the
 * person.
 */
export async function makeReview(running: TestApplication): Promise<Session> {
  const { number, birthDate, expiryDate, firstNames: givenNames, lastNames: surname } = PASSPORT;
  const [portrait, selfie] = await Promise.all([pictureOf(DRAWN_PERSON.portrait), pictureOf(DRAWN_PERSON.selfie)]);
  const front = await photographOf(
    { format: 'TD3', issuer: 'TUR', nationality: 'TUR', sex: 'F', number, surname, givenNames, birthDate, expiryDate },
    { portrait },
    PHOTOGRAPHED,
  );
  const engine = FakeEngine.install(running);
  engine.reads(PASSPORT, {
    portrait,
    scores: { document: 0.98 },
    printed: { surname: 'same', givenNames: 'same', number: 'same', birthDate: 'same', expiryDate: 'same' },
    signals: [{ kind: 'screen_pattern', side: 'front', strength: 0.62, raised: true }],
  });
  const seconds = [...SECONDS];
  engine.comparison = { outcome: 'compared', score: 0.66 };
  try {
    const verifications = await Verifications.of(running, {
      tenant: Tenant.of('default', false),
      pictures: { front, selfie },
      pause: () => moveClock(running.app, 1_000 * (seconds.shift() ?? 0)),
    });
    moveClock(running.app, -1_000 * sum(seconds));
    const session = await verifications.atOptIn({ review: true }, PERSON, 'TUR');
    await running.app.get(SessionSteps).optIn(session, { agreed: true, keepFace: false });
    return await verifications.current(session);
  } finally {
    FakeEngine.uninstall(running);
    moveClock(running.app, 1_000 * sum(seconds));
  }
}

const sum = (seconds: readonly number[]): number => seconds.reduce((all, one) => all + one, 0);
