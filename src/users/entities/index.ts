import { ActivationCode } from './activation-code.entity.js';
import { DeviceNonce, Device } from './device.entity.js';
import { Enterprise } from './enterprise.entity.js';
import { LoginName, User } from './user.entity.js';

export const usersEntities = [Enterprise, User, LoginName, ActivationCode, Device, DeviceNonce];
