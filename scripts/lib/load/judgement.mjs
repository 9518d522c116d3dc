import { setTimeout as sleep } from 'node:timers/promises';
import { demandSame } from '../proof.mjs';

/**
 * Checks after a load test that no acknowledged work is lost, and that its callbacks, jobs and audit entries are
 * complete. `ask` queries the database.
 */
export async function demandNothingLost({ load, receiver, program, ask }) {
  load.tell();
  for (const [kind, count] of Object.entries(await load.lost(ask))) demandSame(count, 0, `${kind}: lost 0`);
  for (let wait = 0; wait < 240 && load.missingCallbacks > 0; wait++) await sleep(500);
  demandSame(load.missingCallbacks, 0, 'every callback of an answer has come');
  demandSame(receiver.forged, 0, 'all of them signed');
  const [{ jobs }] = await ask('SELECT count(*)::int AS jobs FROM shared.job WHERE parked_at IS NOT NULL');
  demandSame(jobs, 0, 'no job was given up');
  const { code } = await program.commandLine('audit', 'verify');
  demandSame(code, 0, 'the audit chain is whole');
}
