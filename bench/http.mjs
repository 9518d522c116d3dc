/**
 * Measures a look-up of a user, compared with bare Express and a plain Nest application in the same run. Run: npm run
 * bench -- http
 */
import { users } from './rows/users.mjs';
import { runBench } from './support/run.mjs';

await runBench(users, ['look-up', 'other-path']);
