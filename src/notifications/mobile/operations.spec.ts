import fc from 'fast-check';
import { readArguments } from './arguments.js';
import { OperationRefused } from './mobile-codes.js';
import { type OperationName, operationNames, operationOf, operations } from './operations.js';

const read = (name: OperationName, given: unknown) => {
  const { arguments: declared, positional = Infinity } = operationOf(name);
  return readArguments(given, positional, declared);
};

const codeOf = (name: OperationName, given: unknown): string => {
  try {
    read(name, given);
    return 'taken';
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    return error.name;
  }
};

const HISTORY = [10, 'bank', 1, '2026-01-01', '2026-01-31', 'UPDATED', 'accept', 'coffee', 'device-1'];

describe('Arguments', () => {
  it.each<[OperationName, string]>([
    ['GetNotifications', 'recordCount enterpriseID startIndex startDate endDate'],
    ['UpdateNotification', 'notificationID response signature stepUp'],
    [
      'GetNotificationHistory',
      'recordCount enterpriseID startIndex startDate endDate notificationStatus actionPerformed keywordSearch deviceID',
    ],
    ['DismissNotification', 'notificationID'],
    ['BeginStepUp', 'notificationID response'],
    ['RequestSignature', 'data authlevel expiresIn'],
    ['BeginDevice', ''],
    ['RequestDeviceApproval', 'name platform publicKey'],
    ['RegisterDevice', 'name platform publicKey proof pushToken typesNumbers attestation'],
    ['UpdateDevice', 'deviceID name pushToken typesNumbers'],
    ['RemoveDevice', 'deviceID'],
  ])('are in their order for %s: %s', (name, names) => {
    expect(Object.keys(operations[name].arguments).join(' ')).toBe(names);
  });

  it('mean the same in a list and by name', () => {
    const names = Object.keys(operations.GetNotificationHistory.arguments);
    const named = Object.fromEntries(names.map((name, at) => [name, HISTORY[at]]));
    expect(read('GetNotificationHistory', HISTORY)).toEqual(read('GetNotificationHistory', named));
  });

  it('that are empty are not given', () => {
    for (const empty of [
      [10, '', 1, '', '', 'UPDATED', '', '', ''],
      [10, null, 1, null, null, 'UPDATED'],
      { recordCount: 10, startIndex: 1, notificationStatus: 'UPDATED', keywordSearch: '', deviceID: null },
    ]) {
      const given = { recordCount: 10, startIndex: 1, notificationStatus: ['UPDATED'] };
      expect(read('GetNotificationHistory', empty)).toEqual(given);
    }
  });

  it('may name several states of the history', () => {
    const { notificationStatus } = read('GetNotificationHistory', [0, '', 1, '', '', 'CANCELLED,UPDATED']) as any;
    expect(notificationStatus).toEqual(['UPDATED', 'CANCELLED']);
  });

  it.each<[string, OperationName, unknown]>([
    ['text', 'GetNotifications', 'all'],
    ['a number', 'GetNotifications', 10],
    ['nothing', 'GetNotifications', undefined],
    ['null', 'GetNotifications', null],
    ['an empty list', 'GetNotifications', []],
    ['no count', 'GetNotifications', ['', '', 1]],
    ['no start', 'GetNotifications', [10, '']],
    ['a count as text', 'GetNotifications', ['10', '', 1]],
    ['a negative count', 'GetNotifications', [-1, '', 1]],
    ['a count of 1,001', 'GetNotifications', [1001, '', 1]],
    ['half a count', 'GetNotifications', [1.5, '', 1]],
    ['a count that is none', 'GetNotifications', [NaN, '', 1]],
    ['an endless count', 'GetNotifications', [Infinity, '', 1]],
    ['a count that is true', 'GetNotifications', [true, '', 1]],
    ['a count in a list', 'GetNotifications', [[10], '', 1]],
    ['the index 0', 'GetNotifications', [10, '', 0]],
    ['an index beyond all', 'GetNotifications', [10, '', 2 ** 31]],
    ['a number in place of text', 'GetNotifications', [10, 5, 1]],
    ['text of 256 characters', 'GetNotifications', [10, 'x'.repeat(256), 1]],
    ['text with a line break', 'GetNotifications', [10, 'a\nb', 1]],
    ['text with NUL', 'GetNotifications', [10, 'a\0', 1]],
    ['half a character', 'GetNotifications', [10, '\ud800', 1]],
    ['blank text', 'GetNotifications', [10, '  ', 1]],
    ['nonsense as a date', 'GetNotifications', [10, '', 1, 'yesterday']],
    ['a date that is a number', 'GetNotifications', [10, '', 1, 1769851800]],
    ['an argument too many', 'GetNotifications', [10, '', 1, '', '', '']],
    ['100,000 arguments', 'GetNotifications', Array(100_000).fill('')],
    ['a name that is none', 'GetNotifications', { recordCount: 10, startIndex: 1, constructor: '' }],
    ['a prototype', 'GetNotifications', JSON.parse('{"recordCount":10,"startIndex":1,"__proto__":{"endDate":1}}')],
    [
      '100,000 names',
      'GetNotifications',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`a${at}`, 1])),
    ],
    ['no state of the history', 'GetNotificationHistory', [10, '', 1, '', '', '', '', '', '']],
    ['no state of the history by name', 'GetNotificationHistory', { recordCount: 10, startIndex: 1 }],
    ['a list of states', 'GetNotificationHistory', [10, '', 1, '', '', ['UPDATED']]],
    ['a state twice', 'GetNotificationHistory', [10, '', 1, '', '', 'UPDATED,UPDATED']],
    ['a state and a comma', 'GetNotificationHistory', [10, '', 1, '', '', 'UPDATED,']],
    ['the state of an open one beside another', 'GetNotificationHistory', [10, '', 1, '', '', 'UPDATED,ACTIVE']],
    ['the state of an open one', 'GetNotificationHistory', [10, '', 1, '', '', 'ACTIVE']],
    ['a state in small letters', 'GetNotificationHistory', [10, '', 1, '', '', 'updated']],
    ['a signature by position', 'UpdateNotification', ['n', 'accept', 'a.b.c']],
    ['no response', 'UpdateNotification', ['n', '']],
    ['a step-up that is text', 'UpdateNotification', { notificationID: 'n', response: 'accept', stepUp: 'x' }],
    ['arguments where there are none', 'BeginDevice', ['x']],
    ['a platform of another kind', 'RegisterDevice', ['Phone', 'symbian', {}, 'a.b.c']],
    ['a key that is text', 'RegisterDevice', ['Phone', 'ios', 'key', 'a.b.c']],
  ])('are refused with %s', (_what, name, given) => expect(codeOf(name, given)).toBe('4/invalid'));

  it('are taken or refused, and nothing else, whatever they are', () => {
    fc.assert(
      fc.property(fc.constantFrom(...operationNames), fc.jsonValue(), (name, given) => {
        expect(['taken', '4/invalid']).toContain(codeOf(name, given));
      }),
    );
  });
});
