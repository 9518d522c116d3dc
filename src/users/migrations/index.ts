import { Users1795210000000 } from './1795210000000-users.js';
import { Devices1795210000100 } from './1795210000100-devices.js';
import { UserIndexes1795360000100 } from './1795360000100-user-indexes.js';
import { DailyStorage1796000300000 } from './1796000300000-daily-storage.js';
import { VerifiedEmails1796000500000 } from './1796000500000-verified-emails.js';
import { GivenLanguages1796000600000 } from './1796000600000-given-languages.js';
import { UserSearch1796000700100 } from './1796000700100-user-search.js';
import { EnterpriseOfOperators1797200000100 } from './1797200000100-enterprise-of-operators.js';
import { NewestUsers1797300100000 } from './1797300100000-newest-users.js';
import { AllowedExports1798000000300 } from './1798000000300-allowed-exports.js';
import { HeldCodes1798200000101 } from './1798200000101-held-codes.js';
import { DeviceSeals1798200000710 } from './1798200000710-device-seals.js';
import { PkceOfEnterprises1798200000601 } from './1798200000601-pkce-of-enterprises.js';
import { RatesOfEnterprises1798300001100 } from './1798300001100-rates-of-enterprises.js';
import { SignInOfEnterprises1798403000000 } from './1798403000000-sign-in-of-enterprises.js';
import { MailedCodes1798403000100 } from './1798403000100-mailed-codes.js';
import { NameWords1798405000000 } from './1798405000000-name-words.js';
import { DevicesAsSecondFactor1798412000100 } from './1798412000100-devices-as-second-factor.js';
import { AddressChanges1798413000000 } from './1798413000000-address-changes.js';
import { AttributesOfUsers1798425001000 } from './1798425001000-attributes-of-users.js';
import { AttestationsOfDevices1798433000000 } from './1798433000000-attestations-of-devices.js';
import { MessageChannels1798441000000 } from './1798441000000-message-channels.js';
import { OptionalAttributes1798437000000 } from './1798437000000-optional-attributes.js';
import { DevicesThatTypeNumbers1798436000000 } from './1798436000000-typed-numbers.js';

export const usersMigrations = [
  Users1795210000000,
  Devices1795210000100,
  UserIndexes1795360000100,
  DailyStorage1796000300000,
  VerifiedEmails1796000500000,
  GivenLanguages1796000600000,
  UserSearch1796000700100,
  EnterpriseOfOperators1797200000100,
  NewestUsers1797300100000,
  AllowedExports1798000000300,
  HeldCodes1798200000101,
  PkceOfEnterprises1798200000601,
  DeviceSeals1798200000710,
  RatesOfEnterprises1798300001100,
  SignInOfEnterprises1798403000000,
  MailedCodes1798403000100,
  NameWords1798405000000,
  DevicesAsSecondFactor1798412000100,
  AddressChanges1798413000000,
  AttributesOfUsers1798425001000,
  AttestationsOfDevices1798433000000,
  DevicesThatTypeNumbers1798436000000,
  OptionalAttributes1798437000000,
  MessageChannels1798441000000,
];
