import { Module } from '@nestjs/common';
import { NotificationModule } from '../notification/notification.module.js';
import { PushModule } from '../push/push.module.js';
import { TellOfDevice, TellOfNotification } from './tell-enterprise.handlers.js';
import { TellOtherDevices } from './tell-other-devices.handler.js';

/** Tells the enterprise what has become of a notification, and a user's other devices of a new one. */
@Module({
  imports: [NotificationModule, PushModule],
  providers: [TellOfDevice, TellOfNotification, TellOtherDevices],
})
export class WebhooksModule {}
