import { BooleanField, EnumField, IntegerField, TextField } from '../../../shared/fields/index.js';
import { severities, type Severity } from '../alarm-changes.js';

const MAIL = { example: true, description: "Whether alarms are sent to the operator's own e-mail address." } as const;

const LEAST = {
  name: 'AlarmSeverity',
  example: 'warning',
  description:
    'The minimum severity of the alarms that are sent. `warning`: all alarms. `critical`: only critical alarms. With `critical`, an alarm that becomes a warning is reported as ended.',
} as const;

const SERVER = {
  max: 2_048,
  pattern: /^https:\/\/[!"$-~]+$/,
  format: 'uri',
  called: 'an absolute https URL without a fragment',
  nullable: true,
  example: 'https://alarms.bank.example/anna',
  description:
    "The address of the operator's own server, which receives alarms as signed requests. It must be a public `https` address without credentials or a fragment, unless `OUTBOUND_ALLOW` names it. `null`: no requests are sent.",
} as const;

export class ChangeMyAlarmsDto {
  @BooleanField(MAIL) mail!: boolean;
  @EnumField(severities, LEAST) leastSeverity!: Severity;
  @TextField(SERVER) url!: string | null;
}

export class MyAlarmsDto {
  @BooleanField(MAIL) mail!: boolean;
  @TextField({
    max: 255,
    nullable: true,
    example: 'anna.berg@bank.example',
    description: 'The address to which alarms are mailed. `null`: the service cannot send mail to the operator.',
  })
  mailTo!: string | null;
  @EnumField(severities, LEAST) leastSeverity!: Severity;
  @TextField(SERVER) url!: string | null;
}

export class ChangedMyAlarmsDto extends MyAlarmsDto {
  @TextField({
    max: 64,
    nullable: true,
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazpGrcy1q5c=',
    description:
      'The secret with which the calls are signed. Each new address gets a new secret, which only this response contains. `null`: the address has not changed, or there is none.',
  })
  secret!: string | null;
}

const OUTCOMES = ['sent', 'failed', 'off'] as const;
export type TestOutcome = (typeof OUTCOMES)[number];

const OUTCOME = { name: 'AlarmTestOutcome', example: 'sent' } as const;

export class AlarmTestDto {
  @EnumField(OUTCOMES, {
    ...OUTCOME,
    description: '`sent`: the mail server accepted the mail. `off`: no mail is sent.',
  })
  mail!: TestOutcome;
  @EnumField(OUTCOMES, { ...OUTCOME, description: '`sent`: the server responded with 2xx. `off`: no address is set.' })
  url!: TestOutcome;
  @IntegerField({
    min: 100,
    max: 599,
    nullable: true,
    example: 204,
    description: 'The HTTP status with which the server responded. `null`: there was no response.',
  })
  urlStatus!: number | null;
}
