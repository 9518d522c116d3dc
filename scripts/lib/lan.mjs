import { networkInterfaces } from 'node:os';
import { complain } from './complain.mjs';

/**
 * `--lan` lets phones in the local network reach the service: at the first private address of this machine, or at a
 * given one (`--lan=192.168.1.20`). A phone cannot reach `localhost`, and can rarely resolve the name of another
 * machine.
 */
export function shareWithLan(args, env, interfaces = networkInterfaces()) {
  const asked = args.find((one) => /^--lan(?:=|$)/.test(one));
  const unknown = args.find((one) => one !== asked);
  if (unknown !== undefined) complain(`${unknown}: there is only --lan, or --lan=<address>.`);
  if (asked === undefined) return;
  const address = asked.split('=')[1] ?? firstPrivate(interfaces);
  if (!address)
    complain('This machine has no private address: name the one that phones reach it by, as --lan=<address>.');
  env.LAN_ADDRESS = address;
  env.LISTEN_HOST ??= address;
}

const firstPrivate = (interfaces) =>
  Object.values(interfaces)
    .flat()
    .find(({ family, internal, address }) => family === 'IPv4' && !internal && PRIVATE.test(address))?.address;

const PRIVATE = /^(?:10|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./;
