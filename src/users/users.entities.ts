import { ActivationCode } from './activation/activation-code.entity.js';
import { DeviceNonce, Device } from './devices/device.entity.js';
import { Enterprise } from './enterprises/enterprise.entity.js';
import { LoginName, User } from './user/user.entity.js';

export const usersEntities = [Enterprise, User, LoginName, ActivationCode, Device, DeviceNonce];
