/** What a token for a server costs, beside the bare protocol engine in memory: npm run bench -- client-credentials */
import { tokens } from './rows/tokens.mjs';
import { runBench } from './support/run.mjs';

await runBench(tokens, ['client-credentials', 'opaque-token']);
