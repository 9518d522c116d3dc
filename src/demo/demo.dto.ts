import { EmailField, EnumField, TextField } from '../shared/fields/index.js';
import { waysToVerify, type WayToVerify } from './visit.js';

const NAME = 40;

export class EnrolDto {
  @TextField({ max: NAME })
  firstName!: string;

  @TextField({ max: NAME })
  lastName!: string;

  @EmailField()
  email!: string;
}

export class VerifyDto {
  @EnumField(waysToVerify, { default: 'engine' })
  by: WayToVerify = 'engine';
}

export class SpecimenDto {
  @EnumField(['TD1', 'TD3'], { default: 'TD3' })
  format: 'TD1' | 'TD3' = 'TD3';

  @EnumField(['front', 'back'], { default: 'front' })
  side: 'front' | 'back' = 'front';

  @TextField({ max: NAME })
  firstNames!: string;

  @TextField({ max: NAME })
  lastNames!: string;

  @TextField({ max: 10, pattern: /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, called: 'a date' })
  birthDate!: string;

  /** The visitor's picture in base64, to be printed on the specimen document. */
  @TextField({ max: 900_000, pattern: /^[A-Za-z\d+/]+={0,2}$/, called: 'base64' })
  portrait!: string;
}

export class PayDto {
  @TextField({ max: NAME })
  to!: string;

  @TextField({ max: 14, pattern: /^\d{1,6}\.\d\d [A-Z]{3}$/, called: 'an amount such as 25.00 EUR' })
  amount!: string;

  @TextField({ max: NAME })
  reference!: string;
}

export class AgentPayDto {
  @TextField({ max: NAME })
  to!: string;

  @TextField({ max: 10, pattern: /^\d{1,6}\.\d\d$/, called: 'an amount such as 78.50' })
  amount!: string;
}
