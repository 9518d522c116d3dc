import { Injectable } from '@nestjs/common';
import { Devices } from '../../../users/contract/index.js';
import type { Performed } from '../mobile-event.js';
import type { ArgumentsOf } from '../operations.js';
import { GrantDevices } from './grant-devices.service.js';
import { MobileOperation, type MobileCaller } from '../mobile-operation.port.js';

/** Returns the challenge that a new device must sign. */
@Injectable()
export class BeginDevice extends MobileOperation<'BeginDevice'> {
  readonly name = 'BeginDevice';

  constructor(private readonly devices: Devices) {
    super();
  }

  async perform({ user }: MobileCaller): Promise<Performed> {
    const { nonce, expiresAt } = await this.devices.begin(user.sub);
    return { nonce, expires_at: expiresAt.toISOString() };
  }
}

/** Asks the user, on a phone that is already registered, whether a new device is theirs. */
@Injectable()
export class RequestDeviceApproval extends MobileOperation<'RequestDeviceApproval'> {
  readonly name = 'RequestDeviceApproval';

  constructor(private readonly devices: Devices) {
    super();
  }

  async perform(
    { user, clientId, grantId }: MobileCaller,
    values: ArgumentsOf<'RequestDeviceApproval'>,
  ): Promise<Performed> {
    const asked = await this.devices.askPhones({ sub: user.sub, clientId, grantId, ...values });
    return { number: asked.number, expires_at: asked.expiresAt.toISOString(), devices: [...asked.devices] };
  }
}

/**
 * Registers a device and binds it to the grant of the caller's token, both in one transaction, so that answers given
 * under that grant are attributed to this device.
 */
@Injectable()
export class RegisterDevice extends MobileOperation<'RegisterDevice'> {
  readonly name = 'RegisterDevice';

  constructor(
    private readonly devices: Devices,
    private readonly grants: GrantDevices,
  ) {
    super();
  }

  async perform(caller: MobileCaller, values: ArgumentsOf<'RegisterDevice'>): Promise<Performed> {
    const { user, authTime, level, grantId } = caller;
    const heldDeviceId = await this.grants.deviceOf(grantId, user.sub);
    const { deviceId } = await this.devices.register(
      { sub: user.sub, authTime, level, heldDeviceId, ...values },
      async (tx, id) => {
        if (grantId !== undefined) await this.grants.bind(tx, grantId, user.sub, id);
      },
    );
    return { device_id: deviceId };
  }
}

@Injectable()
export class UpdateDevice extends MobileOperation<'UpdateDevice'> {
  readonly name = 'UpdateDevice';

  constructor(private readonly devices: Devices) {
    super();
  }

  async perform({ user }: MobileCaller, values: ArgumentsOf<'UpdateDevice'>): Promise<Performed> {
    const { deviceID, ...changes } = values;
    const { deviceId, name } = await this.devices.change(user, deviceID, changes);
    return { device_id: deviceId, name };
  }
}

@Injectable()
export class RemoveDevice extends MobileOperation<'RemoveDevice'> {
  readonly name = 'RemoveDevice';

  constructor(
    private readonly devices: Devices,
    private readonly grants: GrantDevices,
  ) {
    super();
  }

  async perform({ user, level, grantId }: MobileCaller, { deviceID }: ArgumentsOf<'RemoveDevice'>): Promise<Performed> {
    const deviceId = await this.grants.deviceOf(grantId, user.sub);
    await this.devices.remove(user, deviceID, { by: { level, deviceId } });
    return { device_id: deviceID };
  }
}
