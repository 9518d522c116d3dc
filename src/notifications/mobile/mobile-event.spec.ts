import { refused } from './mobile-codes.js';
import { failureOf, eventText, listingText, listPage, type Listing } from './mobile-event.js';

async function sent(listing: Listing, id: string): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of listingText('GetNotificationHistory', listing, { id })) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function* pagesOf(...pages: readonly (readonly { n: number }[])[]) {
  for (const page of pages) yield await Promise.resolve(listPage(page));
}

const listing = (...pages: readonly (readonly { n: number }[])[]): Listing => ({
  name: 'history',
  pages: pagesOf(...pages),
  beside: (count) => ({ total_count: count }),
});

describe('The event of an operation', () => {
  it('has what it yields under response.ResponseData', () => {
    expect(JSON.parse(eventText('BeginDevice', { nonce: 'n' }))).toEqual({
      event: 'onBeginDevice',
      response: { StatusCode: 100, StatusMsg: 'Success', ResponseData: { nonce: 'n' } },
    });
  });

  it.each([
    ['no page', []],
    ['empty pages', [[], []]],
    ['one page', [[{ n: 1 }, { n: 2 }]]],
    ['several pages', [[{ n: 1 }], [], [{ n: 2 }, { n: 3 }]]],
  ])('is the same as if it were written at once, with %s', async (_what, pages) => {
    const history = pages.flat();
    expect(JSON.parse(await sent(listing(...pages), '"$":null'))).toEqual({
      id: '"$":null',
      event: 'onGetNotificationsHistory',
      response: { StatusCode: 100, StatusMsg: 'Success', ResponseData: { history, total_count: history.length } },
    });
  });

  it('that failed has empty lists, the code and the reason', () => {
    expect(failureOf('GetNotifications', [], refused.invalid('startIndex is missing'))).toEqual({
      event: 'onGetNotifications',
      response: {
        StatusCode: 4,
        StatusMsg: 'Invalid arguments: startIndex is missing',
        ResponseData: { notifications: [], reason: 'invalid' },
      },
    });
    const data = { history: [], reason: 'blocked' };
    expect(failureOf('GetNotificationHistory', null, refused.blocked())).toMatchObject({
      event: 'onGetNotificationsHistory',
      response: { StatusCode: 141, ResponseData: data },
    });
  });

  it.each([[['n-1', 'accept']], [{ notificationID: 'n-1' }]])(
    'that failed to update has its code twice: %j',
    (given) => {
      expect(failureOf('UpdateNotification', given, refused.finished())).toEqual({
        event: 'onUpdateNotification',
        response: {
          StatusCode: 4,
          StatusMsg: 'Invalid arguments',
          ResponseData: {
            status_code: 4,
            message: 'Invalid arguments',
            notification_uuid: 'n-1',
            is_ds_verified: false,
            reason: 'finished',
          },
        },
      });
    },
  );

  it.each([[null], [5], ['text'], [[]], [[{}]], [{ notificationID: 7 }]])(
    'that failed names no notification in %j',
    (given) => {
      expect(failureOf('DismissNotification', given, refused.invalid())).toMatchObject({
        response: { ResponseData: { notification_uuid: '' } },
      });
    },
  );
});
