import '../../src/shared/jobs/jobs.integration.spec.js';
import '../../src/shared/jobs/job-lanes.integration.spec.js';
import '../../src/shared/jobs/recurring-jobs.integration.spec.js';
import '../../src/cli/commands/jobs.integration.spec.js';
