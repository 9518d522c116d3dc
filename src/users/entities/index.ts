import { ActivationCode } from './activation-code.entity.js';
import { DeviceNonce } from './device-nonce.entity.js';
import { Device } from './device.entity.js';
import { Enterprise } from './enterprise.entity.js';
import { LoginName } from './login-name.entity.js';
import { User } from './user.entity.js';

export const usersEntities = [Enterprise, User, LoginName, ActivationCode, Device, DeviceNonce];
