import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../scripts/lib/free-ports.mjs';
import { NODE_FLAGS } from '../../scripts/lib/node-flags.mjs';
import { fromRoot } from '../../scripts/lib/root.mjs';

const UNLIMITED = { RATE: '1000000', BURST: '1000000' };

/**
 * Starts the service as in production, but with its embedded database, without rate limits, and without TLS. The
 * baselines, which are the programs that the service is compared with, use no TLS either.
 */
export async function withService(env, work, flags = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const ports = await freePorts(['AUTH', 'MANAGEMENT', 'IDV', 'MOBILE', 'CONSOLE', 'OPS']);
  const service = spawn(process.execPath, [...NODE_FLAGS, ...flags, fromRoot('dist/src/main.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      TLS_MODE: 'off',
      LOG_LEVEL: 'warn',
      DEMO: 'off',
      ...Object.fromEntries(Object.entries(ports).map(([surface, port]) => [`${surface}_PORT`, String(port)])),
      RATE_LIMIT: UNLIMITED.RATE,
      RATE_BURST: UNLIMITED.BURST,
      ENTERPRISE_RATE_LIMIT: UNLIMITED.RATE,
      ENTERPRISE_RATE_BURST: UNLIMITED.BURST,
      ADDRESS_RATE_LIMIT: UNLIMITED.RATE,
      ADDRESS_RATE_BURST: UNLIMITED.BURST,
      LOGIN_ADDRESS_RATE: UNLIMITED.RATE,
      LOGIN_ADDRESS_BURST: UNLIMITED.BURST,
      AUTHORIZATION_ADDRESS_RATE: UNLIMITED.RATE,
      AUTHORIZATION_ADDRESS_BURST: UNLIMITED.BURST,
      ...env,
    },
  });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  try {
    await Promise.race([
      new Promise((resolve) => service.stdout.on('data', (text) => String(text).includes('is ready') && resolve())),
      ended.then(() => Promise.reject(new Error('The service ended before it was ready'))),
    ]);
    const portOf = (surface) => env[`${surface}_PORT`] ?? ports[surface];
    const at = (surface) => `http://127.0.0.1:${portOf(surface.toUpperCase())}`;
    await work({ pid: service.pid, at, administrator: administratorIn(dataDir), dataDir });
  } finally {
    service.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The administrator's client that the first start creates, with its header for the token endpoint. */
function administratorIn(dataDir) {
  const { client_id: id, client_secret: secret } = JSON.parse(readFileSync(join(dataDir, 'admin-client.json'), 'utf8'));
  return { id, secret, authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}
