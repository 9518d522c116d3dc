import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot } from '../../scripts/lib/root.mjs';

/**
 * Starts a program of `peers/`, which reads its settings from PEER. The program reports its port, or an object with the
 * port and further members for `work`.
 */
export async function withPeer(name, work, settings = {}) {
  const peer = fork(fromRoot(`bench/peers/${name}.mjs`), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PEER: JSON.stringify(settings) },
  });
  const ended = once(peer, 'exit');
  try {
    const told = await Promise.race([once(peer, 'message'), ended.then(() => Promise.reject(ENDED(name)))]);
    const { port, ...more } = typeof told[0] === 'number' ? { port: told[0] } : told[0];
    await work({ url: `http://127.0.0.1:${port}`, pid: peer.pid, ...more });
  } finally {
    peer.kill();
    await ended;
  }
}

const ENDED = (name) => new Error(`${name} ended before it listened`);
