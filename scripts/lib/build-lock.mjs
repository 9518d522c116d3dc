import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

const LOCK = fromRoot('dist/.building');

/** Tries to take the build lock. Removes the lock of a process that has ended, so that the next attempt succeeds. */
export function acquire() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    process.once('exit', release);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(holder())) rmSync(LOCK, { force: true });
    return false;
  }
}

export function release() {
  if (holder() === process.pid) rmSync(LOCK, { force: true });
}

function holder() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch {
    return 0;
  }
}

/** A lock that was just created may still be empty; its owner counts as alive. */
function isAlive(pid) {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
