import { ArrayField, EmailField, EnumField, IntegerField, TextField, UuidField } from '../../../shared/fields/index.js';
import { sides, type Grant, type Side } from '../../roles/grants.js';
import { roles, type Role } from '../../roles/role-table.js';

const ENTERPRISE = {
  max: 255,
  pattern: /^(?:\*|[A-Za-z0-9._@+|-]+)$/,
  called: 'the id of an enterprise, or *',
  example: '*',
  description: 'The id of the enterprise, or `*` for all enterprises.',
} as const;

export class GrantDto implements Grant {
  @TextField(ENTERPRISE) enterpriseId!: string;
  @EnumField(sides, {
    name: 'GrantSide',
    example: 'both',
    description: 'Whether the role applies to live data, to test data, or to both.',
  })
  side!: Side;
  @EnumField(roles, { name: 'OperatorRole', example: 'support' }) role!: Role;
}

const STATES = ['invited', 'active', 'blocked'] as const;
const CHANGED_STATES = ['active', 'blocked'] as const;
const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 } as const;
const GRANTS = { max: 50 } as const;

export class OperatorIdParam {
  @UuidField() operatorId!: string;
}

export class NewOperatorDto {
  @EmailField({ example: 'anna.berg@bank.example', description: 'The e-mail address. The invitation is sent to it.' })
  emailId!: string;
  @TextField({ max: 100, example: 'Anna' }) firstName!: string;
  @TextField({ max: 100, example: 'Berg' }) lastName!: string;
  @ArrayField(() => GrantDto, { ...GRANTS, min: 1 }) grants!: GrantDto[];
}

export class ChangeOperatorDto {
  @TextField({ max: 100, optional: true, example: 'Anna' }) firstName?: string;
  @TextField({ max: 100, optional: true, example: 'Berg' }) lastName?: string;
  @EnumField(CHANGED_STATES, { name: 'OperatorStateChange', optional: true, example: 'blocked' })
  state?: (typeof CHANGED_STATES)[number];
  @ArrayField(() => GrantDto, {
    ...GRANTS,
    optional: true,
    description: 'All roles of the operator. This list replaces the previous list completely.',
  })
  grants?: GrantDto[];
}

export class OperatorDto {
  @UuidField() id!: string;
  @TextField({ max: 255, example: 'Anna Berg' }) name!: string;
  @TextField({ max: 255, nullable: true, example: 'anna.berg@bank.example' }) emailId!: string | null;
  @EnumField(STATES, {
    name: 'OperatorState',
    example: 'active',
    description:
      '`invited`: the operator has no passkey yet. `active`: the operator can sign in. `blocked`: the operator cannot sign in.',
  })
  state!: (typeof STATES)[number];
  @ArrayField(() => GrantDto, { max: GRANTS.max }) grants!: GrantDto[];
  @IntegerField({ min: 0, max: 1_000, example: 2 }) passkeys!: number;
  @IntegerField(TIME) invitedTs!: number;
  @IntegerField({
    ...TIME,
    nullable: true,
    description:
      'When the rights end, in milliseconds since 1970. Set only for emergency access. `null`: they do not end.',
  })
  endsTs!: number | null;
}

export class InvitationDto {
  @EnumField(['sent', 'none'] as const, {
    name: 'OperatorInvitation',
    example: 'sent',
    description:
      '`sent`: the invitation was sent by mail. `none`: mail is turned off, or the mail server refused the message. The command `operator create` then prints a link.',
  })
  invitation!: 'sent' | 'none';
}

export class OperatorListDto {
  @ArrayField(() => OperatorDto, { max: 1_000 }) operators!: OperatorDto[];
}
