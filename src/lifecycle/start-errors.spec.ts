import { QueryFailedError } from 'typeorm';
import { HistoryIncomplete } from '../shared/persistence/index.js';
import { explain } from './start-errors.js';

function told(error: unknown): { code: number; said: string } {
  const sentences: string[] = [];
  const code = explain(error, { complain: (sentence: string) => void sentences.push(sentence) });
  return { code, said: sentences.join('\n') };
}

const coded = (message: string, facts: object) => Object.assign(new Error(message), facts);

describe('A start that failed for want of space', () => {
  it.each([
    ['for a file', coded('ENOSPC: no space left on device, write', { code: 'ENOSPC', path: '/data/pg/file' })],
    ['in PostgreSQL', new QueryFailedError('INSERT', [], coded('could not extend file', { code: '53100' }))],
    ['for a program of PostgreSQL', new Error('initdb: error: could not write file: No space left on device')],
    ['below another failure', new Error('It did not start', { cause: coded('full', { code: 'ENOSPC' }) })],
  ])('is told in a sentence: %s', (_where, error) => {
    const { code, said } = told(error);
    expect(code).toBe(1);
    expect(said).toBe('The disk is full. Free some space where DATA_DIR or the database is, and start again.');
  });

  it('is not what another failure is told as', () => {
    expect(told(coded('EACCES: permission denied', { code: 'EACCES', path: '/data' })).said).toContain(
      '/data (EACCES)',
    );
    expect(told(new TypeError('a bug')).said).toContain('TypeError: a bug');
  });
});

it('A start on a database that lacks old migrations says which commit to start first, and nothing else', () => {
  expect(told(new HistoryIncomplete())).toEqual({
    code: 1,
    said:
      'This database lacks migrations from before release 1.0: start commit 1e22a9e2 of Countersign on it once, then ' +
      'this release again.',
  });
});
