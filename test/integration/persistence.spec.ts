import { databaseMigrationsCases } from './database-migrations.cases.js';
import { earlierSchemasCases } from './migrations/earlier-schemas.cases.js';
import { indexKeyCases } from './index-key.cases.js';
import { operationsCases } from './operations.cases.js';
import { readyCases } from './ready.cases.js';
import { rateLimitsCases } from './rate-limits.cases.js';

describe('Database migrations', databaseMigrationsCases);
describe('Index key', indexKeyCases);
describe('Rate limits', rateLimitsCases);
describe('Operations', operationsCases);
describe('npm run cli -- ready', readyCases);
describe('Earlier schemas', earlierSchemasCases);
