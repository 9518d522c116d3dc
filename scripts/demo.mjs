import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { complain } from './lib/complain.mjs';
import { walk } from './lib/demo/walk.mjs';

const { DATA_DIR = '.data', DEMO_PORT = '8008', TLS_MODE = 'on', LAN_ADDRESS } = process.env;
const isPlain = LAN_ADDRESS === undefined || TLS_MODE === 'off';
const url = `${isPlain ? 'http' : 'https'}://${LAN_ADDRESS ?? 'localhost'}:${DEMO_PORT}`;
const authority = join(DATA_DIR, 'tls/ca.pem');

/** Runs this script again with the development CA, because Node reads NODE_EXTRA_CA_CERTS only at its start. */
if (process.env.NODE_EXTRA_CA_CERTS !== authority && existsSync(authority)) {
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
  });
  process.exit(status ?? 1);
}

await walk(url).catch((error) => {
  const isAway = error.cause?.code === 'ECONNREFUSED' || error.cause?.errors?.[0]?.code === 'ECONNREFUSED';
  complain(
    isAway
      ? `Nobody listens at ${url}. Start the service first: npm start`
      : `\nA surprise: ${error.cause?.message ?? error.message}`,
  );
});
