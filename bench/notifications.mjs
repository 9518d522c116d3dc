/**
 * Measures GetNotifications and a signed UpdateNotification, compared with bare Express that sends the same statements
 * to a copy of the same database. ANSWERS sets the number of notifications to answer for each of the two.
 * Run: npm run bench -- notifications
 */
import { mobile } from './rows/mobile.mjs';
import { runBench } from './support/run.mjs';

await runBench(mobile, ['get-notifications', 'signed-answer']);
