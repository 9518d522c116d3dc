#!/usr/bin/env node
// Firefox, as Playwright starts it: WebDriver BiDi goes through here. Playwright asks it at each start for a command that
// an ESR does not know yet; the answer is that it was done.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import WebSocket, { WebSocketServer } from 'ws';

const LISTENING = /(?<=WebDriver BiDi listening on )ws:\S+/;

const firefox = spawn(process.env.FIREFOX, ['--marionette', ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));

for await (const line of createInterface({ input: firefox.stderr })) {
  const [target] = LISTENING.exec(line) ?? [];
  process.stderr.write(`${target ? line.replace(target, await passOn(target)) : line}\n`);
}

async function passOn(target) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', async (near, { url }) => {
    const far = new WebSocket(`${target}${url}`);
    const opened = once(far, 'open');
    near.on('message', (text) => void opened.then(() => far.send(String(text))));
    far.on('message', (text) => near.send(done(String(text))));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      one.on('close', () => other.close()).on('error', () => other.close());
    }
    await opened.catch(() => near.close());
  });
  await once(server, 'listening');
  return `ws://127.0.0.1:${server.address().port}`;
}

function done(text) {
  if (!text.includes('"unknown command"')) return text;
  const { id, error, message } = JSON.parse(text);
  const isUnknown = error === 'unknown command' && message.includes('emulation.');
  return isUnknown ? JSON.stringify({ type: 'success', id, result: {} }) : text;
}
