import { Operators1797200000200 } from './1797200000200-operators.js';
import { FourEyes1797500000000 } from './1797500000000-four-eyes.js';
import { UnusualReadings1797700000200 } from './1797700000200-unusual-readings.js';
import { Invitations1797800000000 } from './1797800000000-invitations.js';
import { RequestsAboutOwners1798000000200 } from './1798000000200-requests-about-owners.js';
import { LongAnswers1798300001200 } from './1798300001200-long-answers.js';
import { OpenAlarms1798434000000 } from './1798434000000-open-alarms.js';

export const operatorsMigrations = [
  Operators1797200000200,
  FourEyes1797500000000,
  UnusualReadings1797700000200,
  Invitations1797800000000,
  RequestsAboutOwners1798000000200,
  LongAnswers1798300001200,
  OpenAlarms1798434000000,
];
