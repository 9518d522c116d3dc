import { IntegerField, TextField } from '../fields/index.js';

/** What every list takes. A list's own filters are the other fields of a class that extends it. */
export class PageQuery {
  @IntegerField({ min: 1, max: 200, default: 50, description: 'At most so many.' })
  limit = 50;

  @TextField({
    max: 2048,
    pattern: /^[\w-]+$/,
    called: 'the `next` of an earlier answer',
    optional: true,
    description: 'The `next` of an earlier answer to the same query, at most 24 hours old: what comes after it.',
  })
  cursor?: string;
}
