import { once } from 'node:events';
import { connect as dial } from 'node:net';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import { later } from '../../kernel/index.js';
import { within } from '../../jobs/index.js';
import { type ConnectWakeUps, PATIENCE_MS } from './kept-connection.js';

export const SUBJECT = 'countersign.signal';
const DEFAULT_PORT = '4222';
/**
 * Minimum interval between two reads of the signals table. Anyone who may publish on the subject can cause a read, so
 * the rate of reads is limited.
 */
const WAKE_EVERY_MS = 10;

/**
 * Wakes other processes through NATS, with empty messages on one subject. The library does not reconnect by itself,
 * because it would not report that: `KeptConnection` reconnects instead. Other servers of the cluster are not
 * discovered, because an attacker could announce one.
 */
export const wakeUpsByNats =
  (url: URL, trust: () => SecureContext | undefined): ConnectWakeUps =>
  async (onWake) => {
    // loaded only if needed: most deployments run without NATS
    const { connect } = await import('@nats-io/transport-node');
    await greetedBy(url);
    const nats = await connect({ ...CONNECTION_OPTIONS, ...optionsFor(url, trust) });
    try {
      const failed = failureOf(nats, atMostEvery(WAKE_EVERY_MS, onWake));
      await flushed(nats); // an answer means that the server has registered the subscription
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

/**
 * Checks on a separate socket that the server sends its greeting. Connecting to a server that sends nothing would make
 * the library leak an open socket with each attempt.
 */
async function greetedBy(url: URL): Promise<void> {
  const socket = dial(Number(url.port || DEFAULT_PORT), hostOf(url)).on('error', () => undefined);
  try {
    await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) });
  } finally {
    socket.destroy();
  }
}

/** The host of a URL, without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const CONNECTION_OPTIONS: NodeConnectionOptions = {
  name: 'countersign',
  noEcho: true,
  reconnect: false,
  ignoreClusterUpdates: true,
  timeout: PATIENCE_MS,
  pingInterval: PATIENCE_MS / 2,
  maxPingOut: 2,
};

/** The credentials in the URL. A user name without a password is a token, as in `nats://token@host`. */
function optionsFor(url: URL, trust: () => SecureContext | undefined): NodeConnectionOptions {
  const [name, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  const credentials = password ? { user: name, pass: password } : name ? { token: name } : {};
  return { servers: `${url.hostname}:${url.port || DEFAULT_PORT}`, ...credentials, ...tlsFor(url, trust) };
}

type Tls = NonNullable<NodeConnectionOptions['tls']>;

/**
 * The library passes `secureContext` on to Node, although its types do not list it. A server without TLS is refused.
 */
function tlsFor(url: URL, trust: () => SecureContext | undefined): Pick<NodeConnectionOptions, 'tls'> {
  if (url.protocol !== 'tls:') return {};
  const tls: Tls & Pick<ConnectionOptions, 'host' | 'secureContext'> = {
    host: hostOf(url), // the name to expect in the certificate if the URL contains an IP address
    rejectUnauthorized: true,
    secureContext: trust(),
  };
  return { tls };
}

/** Resolves with the error when the server refuses the subscription or reports another error. */
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

/** Limits the rate of calls: `work` runs at once, and then at most once in each interval. */
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
