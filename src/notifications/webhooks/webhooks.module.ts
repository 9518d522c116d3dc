import { Module } from '@nestjs/common';
import { NotificationModule } from '../notification/notification.module.js';
import { PushModule } from '../push/push.module.js';
import { TellOfDevice, TellOfNotification } from './tell-enterprise.handlers.js';
import { TellDevicesOfFactor } from './tell-devices-of-factor.handler.js';
import { TellOtherDevices } from './tell-other-devices.handler.js';

/** Reports the end of notifications to enterprises, and changes in an account to the user's devices. */
@Module({
  imports: [NotificationModule, PushModule],
  providers: [TellOfDevice, TellOfNotification, TellDevicesOfFactor, TellOtherDevices],
})
export class WebhooksModule {}
