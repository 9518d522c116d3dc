import { once } from 'node:events';
import { connect as dial } from 'node:net';
import type { ConnectionOptions, SecureContext } from 'node:tls';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import { later } from '../../kernel/index.js';
import { within } from '../../jobs/index.js';
import { type ConnectWakeUps, PATIENCE_MS } from './kept-connection.js';

export const SUBJECT = 'countersign.signal';
const DEFAULT_PORT = '4222';
/** All who may publish there make us look at the table of signals: no more often than that. */
const WAKE_EVERY_MS = 10;

/**
 * By NATS: messages without content on one subject. The connection is made again by who keeps it, since the library's
 * own way would go on without a word. Other servers of a cluster are not learnt: one of them could be anybody's.
 */
export const wakeUpsByNats =
  (url: URL, trust: () => SecureContext | undefined): ConnectWakeUps =>
  async (onWake) => {
    await greetedBy(url);
    const nats = await connect({ ...KEPT_BY_OTHERS, ...optionsFor(url, trust) });
    try {
      const failed = failureOf(nats, atMostEvery(WAKE_EVERY_MS, onWake));
      await flushed(nats); // then the server knows the subscription
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
    host: hostOf(url), // the name of the certificate, where it is an address
    rejectUnauthorized: true,
    secureContext: trust(),
  };
  return { tls };
}

/** That the server refuses the subject, or says that something else is wrong. */
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

/** At once, and then not again before the time has passed. */
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
