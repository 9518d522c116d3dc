import { prettyLine } from './log-writer.js';

const line = JSON.stringify({
  level: 'warn',
  time: '2026-11-21T02:36:05.123Z',
  context: 'OutboxRelay',
  msg: 'Not delivered',
  attempts: 3,
  err: { type: 'Error', message: 'not now', stack: '    at a (b.js:1:2)', cause: { type: 'Inner', message: 'no' } },
});

describe('A log line for a terminal', () => {
  it('reads from left to right, its error below', () => {
    expect(prettyLine(line, false)).toBe(
      [
        '02:36:05.123 WARN  OutboxRelay: Not delivered attempts=3',
        '  Error: not now',
        '    at a (b.js:1:2)',
        '  because of Inner: no',
        '',
      ].join('\n'),
    );
  });

  it('has colours only when asked for', () => {
    expect(prettyLine(line, true)).toContain('\u001b[33mWARN \u001b[0m');
    expect(prettyLine(line, false)).not.toContain('\u001b');
  });

  it('is short for what went well, and whole for what did not', () => {
    const facts = { requestId: 'r', traceId: 't', surface: 'management', method: 'GET', status: 200, ms: 3 };
    const request = { time: '2026-11-21T02:36:05.123Z', context: 'Request', msg: 'GET /v1/users 200', ...facts };
    expect(prettyLine(JSON.stringify({ level: 'info', ...request }), false)).toBe(
      '02:36:05.123 INFO  Request: GET /v1/users 200 ms=3\n',
    );
    expect(prettyLine(JSON.stringify({ level: 'warn', ...request }), false)).toContain('requestId=r traceId=t');
    const many = JSON.stringify({ level: 'info', msg: 'Done', applied: ['a', 'b', 'c', 'd', 'e', 'f'] });
    expect(prettyLine(many, false)).toContain('Done applied=(6)\n');
  });
});
