import { threadId } from 'node:worker_threads';

/** Works for so long before the job. */
export function prepare({ loading = 0 }) {
  compute(loading);
}

function compute(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** A job that does what it is told, well or badly. */
export default async function perform({ does, value }) {
  if (does === 'answer') return value;
  if (does === 'compute') return compute(value);
  if (does === 'thread') return threadId;
  if (does === 'pause') return new Promise((resolve) => setTimeout(resolve, value, value));
  if (does === 'environment') return Object.keys(process.env);
  if (does === 'fail') throw new RangeError(value);
  if (does === 'exit') process.exit(3);
  if (does === 'hang') for (;;);
  if (does === 'wait') return new Promise(() => setInterval(() => undefined, 60_000));
  const hoard = [];
  for (;;) hoard.push(Array.from({ length: 100_000 }, () => Math.random()));
}
