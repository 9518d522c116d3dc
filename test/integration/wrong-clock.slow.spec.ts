import { Clock, timeOfId } from '../../src/shared/kernel/index.js';
import { newUser } from '../support/someone.js';
import { portalOf } from '../support/tokens.js';
import { type Endpoint, WebhookScene } from '../support/webhooks.js';

const machineNow = Date.now.bind(Date);
const CLOSE_MS = 10_000;

/** First the one that is behind: ids of one process never go back. */
describe.each([
  ['behind', -60_000],
  ['ahead', 60_000],
])('On a machine whose clock is a minute %s', (_, wrongBy) => {
  let scene: WebhookScene;
  let endpoint: Endpoint;
  beforeAll(async () => {
    jest.spyOn(Date, 'now').mockImplementation(() => machineNow() + wrongBy);
    scene = await WebhookScene.open();
    ({ endpoint } = await scene.listening());
  });
  afterEach(() => scene.db.rows('DELETE FROM shared.webhook_delivery'));
  afterAll(async () => {
    await scene.close();
    jest.restoreAllMocks();
  });

  const listed = (query: string): Promise<any[]> => scene.deliveries(endpoint, query);
  const after = (time: string): string => new Date(Date.parse(time) + 1).toISOString();

  it('a program that asks from the time of the last delivery on misses none', async () => {
    const seen = new Set<string>();
    let query = '';
    for (let n = 0; n < 4; n += 1) {
      await scene.emit({ n });
      const found = await listed(query);
      for (const { deliveryId } of found) seen.add(deliveryId);
      query = `?from=${found[0].createdAt}`;
    }
    expect(seen.size).toBe(4);
  });

  it('a list begins and ends at the time that a delivery shows', async () => {
    await scene.emit();
    const [{ deliveryId, createdAt }] = await listed('');
    expect(await listed(`?from=${createdAt}`)).toMatchObject([{ deliveryId }]);
    expect(await listed(`?from=${after(createdAt)}`)).toEqual([]);
    expect(await listed(`?to=${createdAt}`)).toEqual([]);
    expect(await listed(`?to=${after(createdAt)}`)).toMatchObject([{ deliveryId }]);
    expect(Math.abs(Date.parse(createdAt) - machineNow())).toBeLessThan(CLOSE_MS);
  });

  /**
   * Each look at the clock is 10 milliseconds after the one before: two looks for one row would be seen. Background work
   * looks too, and later ids never go back, so the steps are small.
   */
  it('a row that is listed by its id shows the time of that id, however slowly it is written', async () => {
    const clock = scene.running.app.get(Clock);
    let at = clock.now().getTime();
    const hurried = jest.spyOn(clock, 'now').mockImplementation(() => new Date((at += 10)));
    await scene.emit();
    hurried.mockRestore();
    const [{ deliveryId, createdAt }] = await listed('');
    expect(timeOfId(deliveryId).toISOString()).toBe(createdAt);
  });

  it('rows are counted in the hour that they show', async () => {
    const portal = await portalOf(scene.running, { scopes: ['users:write'] });
    const [start] = await scene.db.rows<{ at: Date }>('SELECT now() AS at');
    expect((await portal.post('/v1/users', newUser('clock'))).status).toBe(201);
    const [user] = await scene.db.rows<{ sub: string; at: Date }>(
      `SELECT sub, created_at AS at FROM users."user" WHERE user_id = 'clock'`,
    );
    expect(timeOfId(user!.sub)).toEqual(user!.at);
    const entries = await scene.db.rows<{ id: string; at: Date }>(
      'SELECT id, at FROM shared.audit_entry WHERE at >= $1',
      [start!.at],
    );
    const wrong = entries.filter(({ id, at }) => Math.abs(timeOfId(id).getTime() - at.getTime()) > CLOSE_MS);
    expect([entries.length > 0, wrong]).toEqual([true, []]);
  });
});
