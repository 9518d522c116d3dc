/**
 * Measures writes with 1, 16 and 64 connections, compared with bare Express that sends the same statements in one
 * transaction. Run: npm run bench -- writes
 */
import { users } from './rows/users.mjs';
import { runBench } from './support/run.mjs';

await runBench(users, ['enrolment', 'status'], { writers: [1, 16, 64] });
