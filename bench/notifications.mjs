/**
 * What GetNotifications and a signed UpdateNotification cost beside bare Express that sends the same statements to a copy
 * of the same database: npm run bench -- notifications
 * ANSWERS sets how many notifications there are to answer on each side.
 */
import { mobile } from './rows/mobile.mjs';
import { runBench } from './support/run.mjs';

await runBench(mobile, ['get-notifications', 'signed-answer'], { answers: Number(process.env.ANSWERS ?? 24_000) });
