import { createHash } from 'node:crypto';
import { freePorts } from '../../scripts/lib/free-ports.mjs';
import { withDatabase, withServer } from './postgres.mjs';

/**
 * Creates a database, and the settings of a service on it. The encryption key and public addresses are fixed in
 * advance, so that a bench can sign tokens itself.
 */
export const withOwnDatabase = (name, work) =>
  withServer((server) =>
    withDatabase(server, name, async () => {
      const { AUTH: auth, MOBILE: mobile } = await freePorts(['AUTH', 'MOBILE']);
      const settings = {
        DATABASE_URL: server.url(name),
        ENCRYPTION_KEYS: `bench:${createHash('sha256').update('bench').digest('base64')}`,
        ...{ NODE_ENV: 'development', TLS_MODE: 'off' },
        ...{ AUTH_PORT: String(auth), AUTH_URL: `http://127.0.0.1:${auth}` },
        ...{ MOBILE_PORT: String(mobile), MOBILE_URL: `http://127.0.0.1:${mobile}` },
      };
      return work(settings, server);
    }),
  );
