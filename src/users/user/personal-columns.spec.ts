import { getMetadataArgsStorage } from 'typeorm';
import { recordOf } from '../export/user-export.service.js';
import { User } from './user.entity.js';

const columns = getMetadataArgsStorage()
  .columns.filter(({ target }) => target === User)
  .map(({ propertyName: name, options: { type, array } }) => ({ name, type, isList: array === true }));

const valueOf = ({ name, type, isList }: (typeof columns)[number]): unknown => {
  if (type === 'timestamptz') return new Date(0);
  if (type === 'boolean') return true;
  const text = `value of ${name}`;
  if (type === 'jsonb') return { text };
  return isList ? [text] : text;
};

/** Columns that an erased user keeps, because they contain no personal data. */
const SAY_NOTHING = ['sub', 'enterpriseId', 'status', 'previousStatuses', 'blockedBy', 'idvStatus'];

/** A user with a recognisable value in every column. */
const filled = (): User =>
  Object.assign(new User(), Object.fromEntries(columns.map((column) => [column.name, valueOf(column)])));

const stillIn = (record: object): string[] =>
  columns.filter(({ name }) => JSON.stringify(record).includes(`"value of ${name}"`)).map(({ name }) => name);

describe('The columns of a user', () => {
  it('are emptied by an erasure, unless they say nothing about the person', () => {
    const user = filled();
    user.erase('mark', new Date());
    expect(stillIn(user)).toEqual(SAY_NOTHING);
  });

  it('are all in the export of personal data, except for the time of the erasure', () => {
    const record = recordOf(filled());
    expect(columns.map(({ name }) => name).filter((name) => !(name in record))).toEqual(['erasedAt']);
    expect(stillIn(record).sort()).toEqual(stillIn(filled()).sort());
  });
});
