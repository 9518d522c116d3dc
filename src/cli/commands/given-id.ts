import { CalledWrongly } from '../../shared/operations/command.js';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id of one thing, as the log names it. */
export function givenId(id: string | undefined): string | undefined {
  if (id === undefined || UUID.test(id)) return id;
  throw new CalledWrongly('--id takes a UUID, as the log names it.');
}
