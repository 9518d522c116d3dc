/**
 * Writes the query plans of the most important statements to bench/plans, as the embedded PostgreSQL makes them.
 * Afterwards, review the changes with `git diff bench/plans`.
 * Run: npm run bench -- plans
 */
import { spawnSync } from 'node:child_process';
import { fromRoot } from '../scripts/lib/root.mjs';

const { status } = spawnSync('npm', ['test', '--', 'test/integration/plans.slow.spec.ts'], {
  cwd: fromRoot('.'),
  env: { ...process.env, PLANS: 'keep' },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
