import { AddressChange } from './addresses/address-change.entity.js';
import { ActivationCode } from './activation/activation-code.entity.js';
import { AllowedExport } from './allowed-exports/allowed-export.entity.js';
import { Device, DeviceNonce } from './devices/device.entity.js';
import { Enterprise } from './enterprises/enterprise.entity.js';
import { MailedCode } from './mailed-codes/mailed-code.entity.js';
import { User } from './user/user.entity.js';
import { LoginName, NameWord } from './user/name.entity.js';
import { UserAction } from './user-actions/user-action.entity.js';

export const usersEntities = [
  Enterprise,
  User,
  LoginName,
  NameWord,
  ActivationCode,
  AddressChange,
  AllowedExport,
  Device,
  DeviceNonce,
  MailedCode,
  UserAction,
];
