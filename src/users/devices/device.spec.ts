import { Device } from './device.entity.js';
import { deviceStatus, type DeviceAction, type DeviceStatus } from './device.js';
import type { DeviceJwk } from './device-key.js';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-02-01T00:00:00Z');
const owner = { sub: 's', userId: 'jane', enterpriseId: 'default', test: false };
const publicKey: DeviceJwk = { crv: 'P-256', kty: 'EC', x: 'x', y: 'y' };

/**
 * Repeats every transition. The tests below read the table of the code, so they would not notice a wrong transition in
 * it.
 */
const EXPECTED = [
  '[*] ACTIVE register',
  'ACTIVE BLOCKED block',
  'ACTIVE REMOVED remove',
  'BLOCKED ACTIVE unblock',
  'BLOCKED REMOVED remove',
];

const register = () =>
  Device.register(
    owner,
    { name: 'Phone', platform: 'ios', publicKey, thumbprint: 't', secondFactor: true, typesNumbers: false },
    NOW,
  );

function deviceIn(status: DeviceStatus): Device {
  const device = Object.assign(register(), { status, sealedPushToken: Buffer.from('sealed') });
  device.takeEvents();
  return device;
}

const actions = deviceStatus.actions.filter((action): action is DeviceAction => action !== 'register');
const target = (from: DeviceStatus, action: DeviceAction) =>
  deviceStatus.expanded.find((arrow) => arrow[0] === from && arrow[1] === action)?.[2];

describe('Device status', () => {
  it('has exactly these arrows', () => {
    const arrows = deviceStatus.expanded.map(([from, action, to]) => `${from ?? '[*]'} ${to} ${action}`);
    expect(arrows.sort()).toEqual([...EXPECTED].sort());
  });

  describe.each(deviceStatus.states)('from %s', (from) => {
    it.each(actions)('follows the arrow of the contract, or refuses: %s', (action) => {
      const device = deviceIn(from);
      const to = target(from, action);
      if (to === undefined) {
        expect(() => device.change(action, owner, LATER)).toThrow(
          expect.objectContaining({ name: 'devices/status-refused' }),
        );
        expect([device.status, device.takeEvents()]).toEqual([from, []]);
        return;
      }
      device.change(action, owner, LATER);
      expect(device.status).toBe(to);
    });
  });

  it('tells the others of a registration, a block and a removal', () => {
    const device = register();
    const { deviceId } = device;
    for (const action of ['block', 'unblock', 'remove'] as const) device.change(action, owner, LATER);
    expect(device.takeEvents().map(({ constructor, payload }) => [constructor.name, payload])).toEqual([
      ['DeviceRegistered', { ...owner, deviceId, name: 'Phone', platform: 'ios' }],
      ['DeviceBlocked', { ...owner, deviceId }],
      ['DeviceRemoved', { ...owner, deviceId, by: 'enterprise' }],
    ]);
  });

  it('has a time and no push token once REMOVED', () => {
    const device = deviceIn('ACTIVE');
    device.change('block', owner, LATER);
    expect([device.removedAt, device.sealedPushToken?.toString()]).toEqual([null, 'sealed']);
    device.change('remove', owner, LATER);
    expect([device.removedAt, device.sealedPushToken]).toEqual([LATER, null]);
  });
});
