/** Does what it is told, a line of JSON at a time, and answers each with one. Beside it lies the compiled launcher. */
import { createInterface } from 'node:readline';
import { lockDataFolder } from './data-folder-lock.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';

const tell = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

const verbs = {
  lock: ({ folder }) => {
    lockDataFolder(folder);
    return { pid: process.pid };
  },
  start: async ({ options }) => {
    const { connection } = await startEmbeddedPostgres({ ...options, onProgress: (progress) => tell({ progress }) });
    return { connection };
  },
  exit: () => process.exit(0),
};

for await (const line of createInterface({ input: process.stdin })) {
  const told = JSON.parse(line);
  try {
    tell(await verbs[told.verb](told));
  } catch (error) {
    tell({ error: error.name, pid: error.pid, message: error.message });
  }
}
