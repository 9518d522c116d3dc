/** What a look-up costs beside bare Express and a plain application of Nest, in one run: npm run bench -- http */
import { users } from './rows/users.mjs';
import { runBench } from './support/run.mjs';

await runBench(users, ['look-up', 'other-path']);
