/**
 * Uploads the fronts of 200 documents at once. Measures whether every upload succeeds, how much memory is used, and how
 * long other callers wait. An upload that is refused with 429 or 503 and `Retry-After` is repeated. In test mode,
 * pictures are checked, stored and encrypted as always, but not read.
 * Run: npm run bench -- idv-uploads [sessions] (200 by default).
 */
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from './support/cpu.mjs';
import { withService } from './support/service.mjs';
import { atTheCamera, photograph, testPortal, upload } from './support/uploads.mjs';

const SESSIONS = Number(process.argv[2] ?? 200);
const AT_A_TIME = 16;
const LOOK_EVERY_MS = 50;
const REST_SECONDS = 5;
const MEGABYTE = 1024 * 1024;

const picture = await photograph();
await withService({}, measure);

async function measure(service) {
  const portal = await testPortal(service);
  const people = await inLanes(SESSIONS, AT_A_TIME, (number) => atTheCamera(service, portal, number));
  console.log(
    `${people.length} users at the camera, each with a JPEG of ${(picture.length / MEGABYTE).toFixed(1)} MB\n`,
  );
  await upload(service, await atTheCamera(service, portal, 'warm'), picture);
  const looks = {
    'a user is looked up': { url: `${service.at('management')}/v1/users/upload-0`, headers: portal.headers },
    'readiness (/health/ready)': { url: `${service.at('ops')}/health/ready`, headers: {} },
    'a welcome page': {
      url: `${service.at('idv')}/IdvWebServer/idvRegistration.htm?token=none`,
      headers: {},
      status: 404,
    },
  };
  const idle = await lookingAround(looks, () => sleep(REST_SECONDS * 1_000));
  const memory = memoryOf(service.pid);
  const [cpuBefore, began] = [cpuSeconds(service.pid), performance.now()];
  const busy = await lookingAround(looks, () => Promise.all(people.map((person) => upload(service, person, picture))));
  const seconds = (performance.now() - began) / 1_000;
  const cpu = cpuSeconds(service.pid) - cpuBefore;
  tell({ uploads: busy.done, seconds, cpu, memory: { before: memory, after: memoryOf(service.pid) } });
  tellLooks(idle.looks, busy.looks);
}

function tell({ uploads, seconds, cpu, memory }) {
  const failed = uploads.filter(({ status }) => status !== 200);
  const waits = uploads.flatMap(({ turnedAway }) => turnedAway);
  const took = uploads.map(({ ms }) => ms / 1_000);
  const line = (what, value) => console.log(`${what.padEnd(52)}${value}`);
  line('all uploads, s', seconds.toFixed(1));
  line('uploads a second', (uploads.length / seconds).toFixed(1));
  line('CPU of the service, s', cpu.toFixed(1));
  line(
    'until one was through, s: median, p99, longest',
    [0.5, 0.99, 1].map((q) => quantile(took, q).toFixed(1)).join(', '),
  );
  line(
    'turned away, to come back: 429, 503',
    [429, 503].map((s) => waits.filter((one) => one === s).length).join(', '),
  );
  line('turned away most often: one upload, times', Math.max(...uploads.map(({ turnedAway }) => turnedAway.length)));
  line('failed in any other way', failed.length === 0 ? 'none' : JSON.stringify(failed.slice(0, 5)));
  line('memory (RSS), MB: before, peak, after', [memory.before.now, memory.after.peak, memory.after.now].join(', '));
  if (failed.length > 0) process.exitCode = 1;
}

function tellLooks(idle, busy) {
  console.log(`\n${'meanwhile, ms'.padEnd(34)}${'alone p50'.padStart(10)}${'p99'.padStart(8)}${'busy p50'.padStart(10)}${'p99'.padStart(8)}${'worst'.padStart(8)}${'failed'.padStart(8)}`); // oxfmt-ignore
  for (const [what, { times: alone }] of Object.entries(idle)) {
    const { times, failed } = busy[what];
    const cells = [quantile(alone, 0.5), quantile(alone, 0.99), quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)]; // oxfmt-ignore
    const widths = [10, 8, 10, 8, 8];
    console.log(`${what.padEnd(34)}${cells.map((ms, at) => ms.toFixed(1).padStart(widths[at])).join('')}${String(failed).padStart(8)}`); // oxfmt-ignore
    if (failed > 0) process.exitCode = 1;
  }
}

/** Simulates other callers while `work` runs: for each kind of request, sends one after the other. */
async function lookingAround(looks, work) {
  const found = Object.fromEntries(Object.keys(looks).map((what) => [what, { times: [], failed: 0 }]));
  let working = true;
  const looking = Object.entries(looks).map(async ([what, { url, headers, status = 200 }]) => {
    while (working) {
      const began = performance.now();
      const answered = await statusOf(url, headers);
      found[what].times.push(performance.now() - began);
      if (answered !== status) found[what].failed++;
      await sleep(LOOK_EVERY_MS);
    }
  });
  const done = await work();
  working = false;
  await Promise.all(looking);
  return { done, looks: found };
}

/**
 * Sends a request on a new connection. In the connection pool of `fetch`, it would wait for the uploads of this
 * process.
 */
function statusOf(url, headers) {
  return new Promise((resolve) => {
    const asked = get(url, { headers, agent: false }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode));
      answer.on('error', () => resolve(0));
    });
    asked.on('error', () => resolve(0));
  });
}

async function inLanes(count, lanes, work) {
  const [left, done] = [Array.from({ length: count }, (_, number) => number), []];
  const lane = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) done.push(await work(number));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done;
}

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}

/** The memory of a process, in MB. `peak` is the maximum since the process started. */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024);
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}
