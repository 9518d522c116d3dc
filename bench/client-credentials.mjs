/**
 * Measures an access token for a server, compared with the bare protocol engine in memory. Run: npm run bench --
 * client-credentials
 */
import { tokens } from './rows/tokens.mjs';
import { runBench } from './support/run.mjs';

await runBench(tokens, ['client-credentials', 'opaque-token']);
