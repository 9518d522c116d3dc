import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { createApplication } from '../../dist/src/application.js';
import { readConfig } from '../../dist/src/config.js';
import { useLogs } from '../../dist/src/shared/observability/index.js';

/** Starts the application in this process, on an existing database. Closing it deletes its data folder. */
export async function startApplication(address, surfaces, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const config = readConfig({
    NODE_ENV: 'test',
    SURFACES: surfaces,
    TLS_MODE: 'off',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    DISK_FREE_ALARM: '0',
    ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
    ...settings,
  });
  useLogs(config);
  const app = await createApplication(config, address);
  const close = app.close.bind(app);
  app.close = async () => {
    await close();
    rmSync(folder, { recursive: true });
  };
  return app;
}
