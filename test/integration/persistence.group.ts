import './database-migrations.spec.js';
import './persistence/entities.spec.js';
import './index-key.spec.js';
import './rate-limits.spec.js';
import './operations.spec.js';
import './ready.spec.js';
import './migrations/earlier-schemas.spec.js';
