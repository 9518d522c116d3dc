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
});
