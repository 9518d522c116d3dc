import { activationCases } from './activation.cases.js';
import { activationMailCases } from './activation-mail.cases.js';
import { deviceUpkeepCases } from './device-upkeep.cases.js';
import { enrolmentCases } from './enrolment.cases.js';
import { erasureCases } from './erasure.cases.js';
import { importCases } from './import.cases.js';
import { inactivityCases } from './inactivity.cases.js';
import { mailboxCases } from './mailbox.cases.js';

describe('Activation mail', activationMailCases);
describe('Activation', activationCases);
describe('Device upkeep', deviceUpkeepCases);
describe('Enrolment', enrolmentCases);
describe('Erasure', erasureCases);
describe('Import', importCases);
describe('Inactivity', inactivityCases);
describe('Mailbox', mailboxCases);
