/** What a token for an enterprise's own API costs, beside one for a surface of the service: npm run bench -- own-api */
import { ownApi } from './rows/own-api.mjs';
import { runBench } from './support/run.mjs';

await runBench(ownApi, ownApi.ids);
