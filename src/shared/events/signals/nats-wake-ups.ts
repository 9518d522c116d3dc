import { once } from 'node:events';
import { connect as dial } from 'node:net';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { later } from '../../kernel/index.js';
import { within } from '../../jobs/index.js';
import { type ConnectWakeUps, PATIENCE_MS } from './kept-connection.js';

export const SUBJECT = 'countersign.signal';
const DEFAULT_PORT = '4222';
/** Anybody who may publish there makes us read the table of signals, but no more often than this. */
const WAKE_EVERY_MS = 10;

/**
 * Wakes other processes by NATS: messages without content on one subject. The keeper of the connection makes it again,
 * because the library would do so without a word. Other servers of a cluster are not discovered: one of them could
 * belong to anybody.
 */
export const wakeUpsByNats =
  (url: URL, trust: () => SecureContext | undefined): ConnectWakeUps =>
  async (onWake) => {
    await greetedBy(url);
    const nats = await connect({ ...KEPT_BY_OTHERS, ...optionsFor(url, trust) });
    try {
      const failed = failureOf(nats, atMostEvery(WAKE_EVERY_MS, onWake));
      await flushed(nats); // after this the server knows the subscription
      const closed = nats.closed().then((error) => error ?? undefined);
      return {
        lost: Promise.race([closed, failed]),
        notify: () => {
          nats.publish(SUBJECT);
          return flushed(nats);
        },
        end: () => nats.close(),
      };
    } catch (error) {
      await within(PATIENCE_MS, nats.close());
      throw error;
    }
  };

/** A server that says nothing would leave the library with a socket that it never closes: one with each try. */
async function greetedBy(url: URL): Promise<void> {
  const socket = dial(Number(url.port || DEFAULT_PORT), hostOf(url)).on('error', () => undefined);
  try {
    await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) });
  } finally {
    socket.destroy();
  }
}

/** Without the brackets of an address of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const KEPT_BY_OTHERS: NodeConnectionOptions = {
  name: 'countersign',
  noEcho: true,
  reconnect: false,
  ignoreClusterUpdates: true,
  timeout: PATIENCE_MS,
  pingInterval: PATIENCE_MS / 2,
  maxPingOut: 2,
};

/** A name without a password is a token, as `nats://token@host`. */
function optionsFor(url: URL, trust: () => SecureContext | undefined): NodeConnectionOptions {
  const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const credentials = password ? { user: name, pass: password } : name ? { token: name } : {};
  return { servers: `${url.hostname}:${url.port || DEFAULT_PORT}`, ...credentials, ...tlsFor(url, trust) };
}

type Tls = NonNullable<NodeConnectionOptions['tls']>;

/** The library hands the context on to Node, though its types do not say so. A server without TLS is refused. */
function tlsFor(url: URL, trust: () => SecureContext | undefined): Pick<NodeConnectionOptions, 'tls'> {
  if (url.protocol !== 'tls:') return {};
  const tls: Tls & Pick<ConnectionOptions, 'host' | 'secureContext'> = {
    host: hostOf(url), // the name in the certificate, if the server is an address
    rejectUnauthorized: true,
    secureContext: trust(),
  };
  return { tls };
}

/** Reports that the server refuses the subject, or another error. */
function failureOf(nats: NatsConnection, onWake: () => void): Promise<Error> {
  return new Promise((resolve) => {
    nats.subscribe(SUBJECT, { callback: (error) => (error ? resolve(error) : onWake()) });
    const watch = async (): Promise<void> => {
      for await (const status of nats.status()) if (status.type === 'error') resolve(status.error);
    };
    void watch();
  });
}

async function flushed(nats: NatsConnection): Promise<void> {
  if (!(await within(PATIENCE_MS, nats.flush()))) throw new Error('NATS does not answer');
}

/** Calls it at once, and then not again before the time has passed. */
function atMostEvery(milliseconds: number, work: () => void): () => void {
  let resting = false;
  let again = false;
  const run = (): void => {
    again = resting;
    if (resting) return;
    resting = true;
    later(() => {
      resting = false;
      if (again) run();
    }, milliseconds);
    work();
  };
  return run;
}
