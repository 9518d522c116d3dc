/**
 * Measures an access token for an enterprise's own API, compared with a token for the service's own APIs. Run: npm run
 * bench -- own-api
 */
import { ownApi } from './rows/own-api.mjs';
import { runBench } from './support/run.mjs';

await runBench(ownApi, ownApi.ids);
