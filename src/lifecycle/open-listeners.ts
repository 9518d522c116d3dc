import type { Config } from '../config.js';
import { systemCode } from '../shared/security/tls/system-error.js';
import { Listeners, type Handlers, type TlsMaterial } from '../surfaces/listeners.js';
import { openSurfaces } from '../shared/http/surfaces.js';
import { StartRefused } from './start-refused.js';

export async function openListeners(config: Config, handlers: Handlers, tls?: TlsMaterial): Promise<Listeners> {
  try {
    return await Listeners.open(config, handlers, tls);
  } catch (error) {
    throw inWords(error, config) ?? error;
  }
}

function inWords(error: unknown, config: Config): StartRefused | undefined {
  const port = typeof error === 'object' && error !== null && 'port' in error ? error.port : undefined;
  const surface = openSurfaces(config).find((open) => open.port(config) === port);
  if (!surface) return undefined;
  const setting = `${surface.name.toUpperCase()}_PORT`;
  const place = `${config.listenHost}, port ${surface.port(config)} (${surface.title})`;
  switch (systemCode(error)) {
    case 'EADDRINUSE':
      return new StartRefused(`Another program listens at ${place}. End it, or set ${setting} to a free port.`);
    case 'EACCES':
      return new StartRefused(`This user may not listen at ${place}. Set ${setting} to a port above 1023.`);
    case 'EADDRNOTAVAIL':
      return new StartRefused(`This machine has no address ${config.listenHost}. Set LISTEN_HOST to one that it has.`);
    default:
      return undefined;
  }
}
