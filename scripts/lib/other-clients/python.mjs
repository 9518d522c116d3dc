import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fromRoot } from '../root.mjs';

const PYTHON = process.env.PYTHON ?? 'python3';
const ASK = 'from importlib.metadata import version as v; print("requests-oauth2client", v("requests-oauth2client"))';

/** The version of the library. `undefined` if it is not installed. */
export const versionOfLibrary = () => spawnSync(PYTHON, ['-c', ASK], { encoding: 'utf8' }).stdout?.trim() || undefined;

/**
 * Runs the flows of one client in Python. `visit` is called with each address printed for the user, and returns the
 * user's answer.
 */
export async function flowsInPython(given, visit) {
  const child = spawn(PYTHON, [fromRoot('scripts/lib/other-clients/flows.py')], {
    env: { ...process.env, REQUESTS_CA_BUNDLE: given.caFile, GIVEN: JSON.stringify(given) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line);
    if (said.result) return said.result;
    child.stdin.write(`${await visit(said)}\n`);
  }
  throw new Error('The flows in Python have failed.');
}
