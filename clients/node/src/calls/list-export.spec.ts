import { text } from 'node:stream/consumers';
import { FakeService, json, problem } from '../../../../test/support/fake-service.js';

const NDJSON = { 'content-type': 'application/x-ndjson; charset=utf-8' };
const CSV = { 'content-type': 'text/csv; charset=utf-8' };
const bytes = (piece: string) => new TextEncoder().encode(piece);

/** An answer whose body is delivered in these pieces, one for each read. */
function inPieces(pieces: readonly (string | Uint8Array | Error)[], headers: Record<string, string> = NDJSON) {
  const state = { pulled: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[state.pulled++];
        if (piece === undefined) controller.close();
        else if (piece instanceof Error) controller.error(piece);
        else controller.enqueue(typeof piece === 'string' ? bytes(piece) : piece);
      },
      cancel: () => void (state.isCancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { state, response: new Response(body, { headers }) };
}

let service: FakeService;
beforeEach(() => (service = new FakeService()));
const answer = (pieces: readonly (string | Uint8Array | Error)[], headers?: Record<string, string>) => {
  const { state, response } = inPieces(pieces, headers);
  service.reply = () => response;
  return state;
};
async function rowsOf(options = {}): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of service.client().users.exportList({ group: 'gold' }, options)) rows.push(row);
  return rows;
}

describe('A list as one stream', () => {
  it('is asked for by its type, with the filters and the reason', async () => {
    answer(['{"userId":"a"}\n']);
    expect(await rowsOf({ reason: 'For the auditors, §', enterpriseId: 'acme' })).toEqual([{ userId: 'a' }]);
    expect(service.calls).toMatchObject([
      {
        method: 'GET',
        url: 'https://api.example.com/v1/users?group=gold',
        headers: {
          accept: 'application/x-ndjson',
          reason: 'For%20the%20auditors%2C%20%C2%A7',
          'enterprise-id': 'acme',
        },
      },
    ]);
  });

  it('has each row, wherever its bytes are cut', async () => {
    const all = bytes('{"name":"Zoë ✓"}\n{"name":"b"}\n');
    answer([...all].map((byte) => Uint8Array.of(byte)));
    expect(await rowsOf()).toEqual([{ name: 'Zoë ✓' }, { name: 'b' }]);
    answer([]);
    expect(await rowsOf()).toEqual([]);
  });

  it('is read no faster than the rows are taken, and let go when nobody wants more', async () => {
    const state = answer(['{"a":1}\n{"a":2}\n', '{"a":3}\n', '{"a":4}\n', '{"a":5}\n']);
    const rows: unknown[] = [];
    for await (const row of service.client().users.exportList()) {
      rows.push(row);
      await new Promise((resolve) => setImmediate(resolve));
      expect(state.pulled).toBeLessThanOrEqual(rows.length + 1);
      if (rows.length === 3) break;
    }
    expect([rows.length, state.isCancelled, service.clock.timers]).toEqual([3, true, 0]);
  });

  it.each([
    ['breaks off', ['{"a":1}\n', new Error('terminated')], 'ConnectionError'],
    ['breaks off within a row', ['{"a":1}\n{"a"'], 'ConnectionError'],
    ['has a row that is no JSON', ['{"a":1}\n', 'oops\n'], 'UnexpectedAnswerError'],
    ['has a row without an end', ['{"a":1}\n', ...Array<string>(40).fill('x'.repeat(65_536))], 'UnexpectedAnswerError'],
    ['is no UTF-8', ['{"a":1}\n', Uint8Array.of(0xff, 0xfe, 10)], 'UnexpectedAnswerError'],
  ] as const)('tells that it %s, after the rows before', async (_what, pieces, name) => {
    answer(pieces);
    const rows: unknown[] = [];
    const reading = (async () => {
      for await (const row of service.client().users.exportList()) rows.push(row);
    })();
    await expect(reading).rejects.toMatchObject({ name });
    expect(rows).toEqual([{ a: 1 }]);
    expect(service.calls).toHaveLength(1);
  });

  it('is tried again until it begins, and not where it is refused', async () => {
    const { response } = inPieces(['{"a":1}\n']);
    service.reply = (_asked, count) =>
      count < 3 ? problem(429, 'kernel/too-many-requests', { 'retry-after': '10' }) : response;
    expect(await service.clock.until(rowsOf())).toEqual([{ a: 1 }]);
    service.reply = () => problem(409, 'users/too-many-to-export');
    await expect(rowsOf()).rejects.toMatchObject({ name: 'ProblemError', code: 'users/too-many-to-export' });
  });

  it('is none where something else is answered', async () => {
    service.reply = () => json({ users: [], next: null });
    await expect(rowsOf()).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });

  it('ends with the reason of the caller, and where a part does not come in time', async () => {
    const silent = () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }), { headers: NDJSON });
    service.reply = (_asked, _count, signal) => {
      const response = silent();
      const read = response.body?.getReader();
      const body = new ReadableStream({
        async pull(controller) {
          const aborted = new Promise<never>((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error));
          });
          await Promise.race([read?.read(), aborted]).catch((error: unknown) => controller.error(error));
        },
      });
      return new Response(body, { headers: NDJSON });
    };
    const abort = new AbortController();
    const reading = rowsOf({ signal: abort.signal });
    setImmediate(() => abort.abort(new Error('enough')));
    await expect(reading).rejects.toThrow('enough');
    await expect(service.clock.until(rowsOf())).rejects.toMatchObject({ name: 'ConnectionError' });
  });

  it('is a file of CSV, which fails where it breaks off', async () => {
    answer(['userId\r\n', 'a\r\n'], CSV);
    expect(await text(await service.client().users.exportList().csv())).toBe('userId\r\na\r\n');
    const state = answer(['userId\r\n', 'a,"'], CSV);
    await expect(service.client().users.exportList().csv().then(text)).rejects.toMatchObject({
      name: 'ConnectionError',
    });
    expect(state.pulled).toBe(3);
  });

  it('that was allowed is taken once: it is not asked for again', async () => {
    service.reply = () => Promise.reject(new TypeError('fetch failed'));
    await expect(service.client().users.takeExport('x-1')).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(service.calls).toMatchObject([{ method: 'POST', url: 'https://api.example.com/v1/userExports/x-1/file' }]);
    answer(['{"a":1}\n']);
    expect(await text(await service.client().users.takeExport('x-1'))).toBe('{"a":1}\n');
  });
});
