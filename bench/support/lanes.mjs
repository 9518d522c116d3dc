/**
 * A worker thread that simulates tenants. Each client has its own address and several lanes; a lane sends one request
 * after the other.
 */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { url, tokens, lanesEach } = workerData;
const statuses = {};
let isOver = false;

async function lane(agent, headers) {
  while (!isOver) {
    const status = await answerTo(agent, headers);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function answerTo(agent, headers) {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
      answer.once('error', () => resolve('broken'));
    });
    request.once('error', () => resolve('broken'));
  });
}

const lanes = tokens.flatMap((token, at) => {
  const agent = new Agent({ keepAlive: true, maxSockets: lanesEach, localAddress: `127.0.1.${at + 1}` });
  return Array.from({ length: lanesEach }, () => lane(agent, { authorization: `Bearer ${token}` }));
});

parentPort.once('message', async () => {
  isOver = true;
  await Promise.all(lanes);
  parentPort.postMessage(statuses);
});
