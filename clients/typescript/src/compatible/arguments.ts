import { type Arguments, everyFinalStatus } from '../operations.js';

/**
 * The arguments of the list calls, in the order of `RdnaClient`, the library that this one replaces. Apps may pass
 * numbers as texts, and empty texts for missing values.
 */
const LIST = ['recordCount', 'enterpriseID', 'startIndex', 'startDate', 'endDate'] as const;
const HISTORY = [...LIST, 'notificationStatus', 'actionPerformed', 'keywordSearch', 'deviceID'] as const;
const NUMBERS: readonly string[] = ['recordCount', 'startIndex'];

export const listArguments = (given: readonly unknown[]): Arguments | undefined => named(LIST, given);

/** The service requires a status filter. If the app gives none, all final statuses are requested. */
export function historyArguments(given: readonly unknown[]): Arguments | undefined {
  const values = named(HISTORY, given);
  return values && { ...values, notificationStatus: values['notificationStatus'] || everyFinalStatus };
}

/** The arguments by name. Undefined if one of them is invalid. */
function named(names: readonly string[], given: readonly unknown[]): Arguments | undefined {
  const values = Object.fromEntries(names.map((name, at) => [name, read(name, given[at])]));
  const areSound = Object.values(values).every((value) => value !== INVALID_VALUE);
  return areSound && (values['startIndex'] as number) >= 1 ? values : undefined;
}

const INVALID_VALUE = Symbol('invalid');

function read(name: string, value: unknown): unknown {
  if (!NUMBERS.includes(name)) return isText(value) ? (value ?? '') : INVALID_VALUE;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? number : INVALID_VALUE;
}

const isText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';
