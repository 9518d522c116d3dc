import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createNetServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK_NETWORKS } from '../kernel/index.js';
import { ensureDevelopmentTls, type DevelopmentTls } from '../../development/tls/development-tls.js';
import { Destinations } from './destinations.js';
import { HttpOutbound } from './http-outbound.adapter.js';
import type { FindAddresses } from './name-lookups.js';
import { outboundTrust } from './trusted-authorities.js';

const developing = new Destinations(LOOPBACK_NETWORKS, true);
const folder = mkdtempSync(join(tmpdir(), 'countersign-outbound-'));
let certificate: DevelopmentTls;
let plain: Server;
let secure: Server;
let answer: RequestListener;
let asked: string[];

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const outbound = (find?: FindAddresses, destinations = developing) => new HttpOutbound(destinations, find);
const get = (url: string, by = outbound(), bounds = {}) => by.send({ purpose: 'test', method: 'GET', url, ...bounds });

beforeAll(async () => {
  certificate = await ensureDevelopmentTls(folder);
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  };
  [plain, secure] = [createServer(listener), createTlsServer(certificate, listener)];
  for (const server of [plain, secure]) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(() => {
  asked = [];
  answer = (_request, response) => response.end('fine');
});
afterAll(() => {
  for (const server of [plain, secure]) server.closeAllConnections();
  for (const server of [plain, secure]) server.close();
  rmSync(folder, { recursive: true });
});

describe('A call', () => {
  it('brings its body and headers, and the answer back', async () => {
    let sent = '';
    answer = (request, response) => {
      const { 'content-type': type, 'content-length': length } = request.headers;
      request.setEncoding('utf8').on('data', (text) => (sent += `${type} ${length} ${text}`));
      request.on('end', () => response.writeHead(201, { 'x-more': 'yes' }).end('done'));
    };
    const request = {
      purpose: 'test',
      method: 'POST',
      url: `http://127.0.0.1:${portOf(plain)}/in`,
      body: 'täst',
    } as const;
    const { status, headers, body } = await outbound().send({ ...request, headers: { 'Content-Type': 'text/plain' } });
    expect([status, headers['x-more'], body.toString()]).toEqual([201, 'yes', 'done']);
    expect(sent).toBe('text/plain 5 täst');
  });

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect((await get(`http://127.0.0.1:${portOf(plain)}/here`)).status).toBe(307);
    expect(asked).toEqual(['/here']);
  });

  it('trusts the authorities that operators name, and only for the name that was called', async () => {
    const url = `https://localhost:${portOf(secure)}/`;
    await expect(get(url)).rejects.toMatchObject({ kind: 'unreachable' });
    const here: FindAddresses = async () => [{ address: '127.0.0.1', family: 4 }];
    const trust = outboundTrust({ outboundCaFile: certificate.caFile, developmentCaFile: undefined });
    const trusting = new HttpOutbound(developing, here, trust);
    expect((await get(url, trusting)).body.toString()).toBe('fine');
    await expect(get(`https://bank.example:${portOf(secure)}/`, trusting)).rejects.toThrow(/bank\.example.*cert/i);
  });

  it('tells in its failure the origin only, and no more of the URL', async () => {
    const url = `https://127.0.0.1:${portOf(secure)}/path?token=secret`;
    await expect(get(url)).rejects.toMatchObject({ message: expect.not.stringMatching(/path|secret/) });
    await expect(get('http://bank.example/?token=secret')).rejects.toMatchObject({
      kind: 'refused',
      message: 'http://bank.example is not called: it is not https',
    });
  });
});

describe('A name', () => {
  const url = () => `https://bank.example:${portOf(secure)}/`;

  it('that leads to a private address is not called', async () => {
    const rebound: FindAddresses = async () => [{ address: '127.0.0.1', family: 4 }];
    const production = new Destinations([], false);
    await expect(get(url(), outbound(rebound, production))).rejects.toMatchObject({ kind: 'refused' });
    expect(asked).toEqual([]);
  });

  it('is looked up once: what was checked is what is called (DNS rebinding)', async () => {
    let lookups = 0;
    const rebinding: FindAddresses = async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    await get(`http://localhost:${portOf(plain)}/`, outbound(rebinding));
    expect(lookups).toBe(1);
    expect(asked).toEqual(['/']);
  });

  it('that leads to several addresses is called at one that is permitted', async () => {
    const both: FindAddresses = async () => [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect((await get(`http://localhost:${portOf(plain)}/`, outbound(both))).status).toBe(200);
  });

  it.each(['localhost', 'localhost.'])(
    'is not called when it is of this machine, unless that is named: %s',
    async (host) => {
      const production = new Destinations([], false);
      await expect(get(`https://${host}:${portOf(secure)}/`, outbound(undefined, production))).rejects.toMatchObject({
        kind: 'refused',
      });
    },
  );

  it('that there is not is unreachable', async () => {
    const unknown: FindAddresses = () => Promise.reject(new Error('getaddrinfo ENOTFOUND'));
    await expect(get(url(), outbound(unknown))).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

describe('A call that waits', () => {
  const BRIEFLY = { timeoutMs: 200 };
  const late = { kind: 'timeout' };

  it('ends when nobody answers', async () => {
    answer = () => undefined;
    await expect(get(`http://127.0.0.1:${portOf(plain)}/`, outbound(), BRIEFLY)).rejects.toMatchObject(late);
  });

  it('ends when the answer comes in drops', async () => {
    answer = (_request, response) => {
      const dripping = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(dripping));
    };
    await expect(get(`http://127.0.0.1:${portOf(plain)}/`, outbound(), BRIEFLY)).rejects.toMatchObject(late);
  });

  it('ends when the name is not found out, and its look-up is told', async () => {
    let told = false;
    const never: FindAddresses = (_name, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => (told = true)));
    await expect(get('https://bank.example/', outbound(never), BRIEFLY)).rejects.toMatchObject(late);
    expect(told).toBe(true);
  });

  it('ends when the other side takes the connection and does not answer its TLS, long before the deadline of the whole call', async () => {
    const taken: Socket[] = [];
    const mute = createNetServer((socket) => taken.push(socket));
    await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done));
    const bounds = { timeoutMs: 600_000, connectTimeoutMs: 200 };
    const call = get(`https://127.0.0.1:${(mute.address() as AddressInfo).port}/`, outbound(), bounds);
    await expect(call).rejects.toMatchObject({ kind: 'timeout', message: expect.stringContaining('no connection') });
    mute.close();
    for (const socket of taken) socket.destroy();
  });

  it('gives a slow answer the time of the whole call once the connection stands', async () => {
    answer = (_request, response) => void setTimeout(() => response.end('fine'), 2_500);
    const url = `http://127.0.0.1:${portOf(plain)}/`;
    expect((await get(url, outbound(), { connectTimeoutMs: 2_000 })).body.toString()).toBe('fine');
  });

  it('ends when the other side changes to another protocol instead of answering', async () => {
    const change = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    answer = (request) => void request.socket.write(change);
    const call = get(`http://127.0.0.1:${portOf(plain)}/`);
    await expect(call).rejects.toMatchObject({ kind: 'unreachable', message: expect.stringContaining('no answer') });
  });

  it('ends when the caller ends', async () => {
    const caller = new AbortController();
    answer = () => caller.abort();
    const call = get(`http://127.0.0.1:${portOf(plain)}/`, outbound(), { signal: caller.signal });
    await expect(call).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

it('A call reads an answer to its bound, and takes none that is longer', async () => {
  const url = `http://127.0.0.1:${portOf(plain)}/`;
  expect((await get(url, outbound(), { mostBytes: 4 })).body.toString()).toBe('fine');
  await expect(get(url, outbound(), { mostBytes: 3 })).rejects.toMatchObject({ kind: 'too-large' });
});
