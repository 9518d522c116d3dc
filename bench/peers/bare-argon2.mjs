import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD } from '../support/people.mjs';

/**
 * Verifies one password in parallel with the service's Argon2 parameters, and does nothing else. It reports the checks
 * per second and the longest delay of its otherwise idle event loop.
 */
const AT_ONCE = Math.min(3, availableParallelism());
const kept = await hash(PASSWORD, {
  memoryCost: Number(process.env.PASSWORD_MEMORY_KIB),
  timeCost: Number(process.env.PASSWORD_PASSES),
  parallelism: Number(process.env.PASSWORD_LANES),
});

const looks = monitorEventLoopDelay({ resolution: 10 });
looks.enable();

process.on('message', async (seconds) => {
  looks.reset();
  let checks = 0;
  const until = performance.now() + seconds * 1_000;
  const keepChecking = async () => {
    for (; performance.now() < until; checks++) await verify(kept, PASSWORD);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepChecking));
  process.send({ aSecond: checks / seconds, apart: looks.max / 1e9 });
});
process.send('ready');
