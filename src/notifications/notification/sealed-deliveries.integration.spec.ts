import { Database } from '../../shared/persistence/index.js';
import { NotificationClosed } from '../contract/index.js';
import { PushRecipients } from '../push/push-recipients.service.js';
import { TellOfNotification } from '../webhooks/tell-enterprise.handlers.js';
import { Notification } from './notification.entity.js';
import { activeUser } from '../../../test/support/devices.js';
import { performJob } from '../../../test/support/jobs.js';
import { seeded } from '../../../test/support/notifications.js';
import { WebhookScene } from '../../../test/support/webhooks.js';

/** The callback URL and the push message are sealed too, in addition to the content and the outcome. */
describe('A notification', () => {
  let scene: WebhookScene;
  let users = 0;
  const app = () => scene.running.app;
  const rows = (sql: string, ...params: unknown[]): Promise<any[]> => app().get(Database).rows(sql, params);
  const sealAll = () => performJob(app(), 'shared/seal-rows', {});
  const user = () => activeUser(scene.running, `told${users++}`);
  const reopen = (table: string, since: string) =>
    rows(`UPDATE shared.row_seal_start SET closed = NULL, since = ${since} WHERE table_name = $1`, table);

  beforeAll(async () => {
    scene = await WebhookScene.open();
    await sealAll();
  });
  afterAll(() => scene.close());

  const closed = async (callbackUrl: string | null, change?: string) => {
    const made = await seeded(scene.running, await user(), {
      callbackUrl,
      pushMessage: { subject: 'Bank', message: 'Look' },
    });
    const sql = `UPDATE notifications.notification SET ${change} WHERE notification_uuid = $1`;
    if (change !== undefined) await rows(sql, made.notificationUuid);
    return made;
  };
  const tell = ({ ref }: { ref: object }) => {
    const event = new NotificationClosed({ ...ref, status: 'CANCELLED', by: 'cancel', hasCallback: true } as never);
    return app().get(TellOfNotification, { strict: false }).handle(event);
  };
  const waiting = async (uuid: string) =>
    (await rows('SELECT FROM shared.webhook_delivery WHERE about = $1', uuid)).length;

  it.each([
    [1, 'is called back at the address that the enterprise gave', undefined],
    [0, 'is not called back at an address that was put into the database', `callback_url = callback_url || '/other'`],
    [0, 'is not called back when its seal was removed', 'row_seal = NULL'],
  ])('makes %i calls: it %s', async (calls, _what, change) => {
    const { receiver } = await scene.listening();
    const made = await closed(receiver.url, change);
    await tell(made);
    expect(await waiting(made.notificationUuid)).toBe(calls);
  });

  it('hints with general words when its own were changed in the database', async () => {
    const made = await closed(null, `push_message = '{"subject":"Bank","message":"Call 555"}'`);
    const recipients = app().get(PushRecipients, { strict: false });
    const altered = await app()
      .get(Database)
      .dataSource.getRepository(Notification)
      .findOneByOrFail({ notificationUuid: made.notificationUuid });
    expect((await recipients.hintFor(made, 'token')).message).toBe('Look');
    expect((await recipients.hintFor(altered, 'token')).message).not.toContain('555');
  });

  it('is called back when it is from before the seal, and a younger one without a seal is not', async () => {
    await reopen('notifications.notification', `now() - interval '1 minute'`);
    await sealAll();
    const { receiver } = await scene.listening();
    const [young, old] = [
      await closed(receiver.url, 'row_seal = NULL'),
      await seeded(scene.running, await user(), {
        callbackUrl: receiver.url,
        createdAt: new Date(Date.now() - 120_000),
      }),
    ];
    await rows(
      'UPDATE notifications.notification SET row_seal = NULL WHERE notification_uuid = $1',
      old.notificationUuid,
    );
    await tell(young);
    await tell(old);
    expect([await waiting(young.notificationUuid), await waiting(old.notificationUuid)]).toEqual([0, 1]);
  });
});
