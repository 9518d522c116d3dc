import type { INestApplicationContext } from '@nestjs/common';
import { nameOfColumn, sealedColumns } from '../../shared/kernel/index.js';
import { UsageError, defineCommand } from '../../shared/observability/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { Resealing, resealJobs, Sealer } from '../../shared/security/index.js';

type Print = (line: string) => void;

const SAY_EVERY_MS = 5_000;

export const keysReseal = defineCommand({
  name: 'keys reseal',
  summary: 'Seals data of older keys again, with the first key of ENCRYPTION_KEYS. You can repeat it.',
  options: {
    check: {
      type: 'boolean',
      summary: 'Only shows which keys are still needed. Exits with 1 while an older key is needed.',
    },
    background: { type: 'boolean', summary: 'Leaves the work to the processes that have the surface `worker`.' },
  },
  endsInOrder: true,
  run: async ({ application, options, print, interrupted }) => {
    if (options.check && options.background) throw new UsageError('--check and --background exclude each other.');
    const app = await application();
    if (options.background) return inBackground(app, print);
    if (!options.check && !(await resealAll(app, print, interrupted))) return 1;
    return check(app, print);
  },
});

async function inBackground(app: INestApplicationContext, print: Print): Promise<number> {
  const jobs = resealJobs(app.get(Sealer).activeKey);
  await app.get(UnitOfWork).run((tx) => Promise.resolve(tx.pending.jobs.push(...jobs)));
  print(`${jobs.length} jobs were asked for. \`keys reseal --check\` tells what is left.`);
  return 0;
}

/** Encrypts all encrypted values in the database again, with the newest key. Returns false if it was interrupted. */
async function resealAll(app: INestApplicationContext, print: Print, signal: AbortSignal): Promise<boolean> {
  for (const column of sealedColumns()) {
    const onProgress = progress(nameOfColumn(column), print);
    const { resealed, unreadable } = await app.get(Resealing).reseal(column, { signal, onProgress });
    print(`${nameOfColumn(column)}: ${resealed} values were sealed again.`);
    for (const [reason, values] of unreadable) print(`  ${values} values cannot be opened: ${reason}.`);
    if (signal.aborted) return false;
  }
  return true;
}

async function check(app: INestApplicationContext, print: Print): Promise<number> {
  const sealer = app.get(Sealer);
  const uses = await app.get(Resealing).keysInUse();
  const older = uses.filter(({ keyId }) => keyId !== sealer.activeKey);
  for (const { column, keyId, values } of uses) {
    const gone = sealer.knows(keyId) ? '' : '  NOT IN ENCRYPTION_KEYS: nobody can open them';
    print(`${column.padEnd(40)}${keyId.padEnd(18)}${String(values).padStart(12)}${gone}`);
  }
  print(
    older.length > 0
      ? `Still needed besides ${sealer.activeKey}: ${[...new Set(older.map(({ keyId }) => keyId))].join(', ')}.`
      : `No value in the database needs another key than ${sealer.activeKey}.`,
  );
  return older.length > 0 ? 1 : 0;
}

function progress(column: string, print: Print): (looked: number, resealed: number) => void {
  let next = performance.now() + SAY_EVERY_MS;
  return (looked, resealed) => {
    if (performance.now() < next) return;
    next = performance.now() + SAY_EVERY_MS;
    print(`  ${column}: ${looked} values seen, ${resealed} sealed again`);
  };
}
