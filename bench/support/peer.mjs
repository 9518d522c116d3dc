import { fork } from 'node:child_process';
import { fromRoot } from '../../scripts/lib/root.mjs';

/** A program of `peers/` that sends the port it listens on. What it is to know, it reads from PEER. */
export async function withPeer(name, work, settings = {}) {
  const peer = fork(fromRoot(`bench/peers/${name}.mjs`), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PEER: JSON.stringify(settings) },
  });
  try {
    const port = await new Promise((resolve) => peer.once('message', resolve));
    await work({ url: `http://127.0.0.1:${port}`, pid: peer.pid });
  } finally {
    peer.kill();
  }
}
