import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  MapField,
  ObjectField,
  oneOf,
  text,
  TextField,
  UuidField,
} from '../../../shared/fields/index.js';
import { GrantDto } from '../../people/dto/operator.dto.js';
import { roles, type Permission, type Role } from '../../roles/role-table.js';

const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 } as const;
const SIDES = ['live', 'test'] as const;
const LEAVES = ['may', 'two', 'no'] as const satisfies readonly Permission[];

export class MySessionDto {
  @UuidField() id!: string;
  @BooleanField({ example: true }) current!: boolean;
  @IntegerField(TIME) startedTs!: number;
  @IntegerField(TIME) lastUsedTs!: number;
  @TextField({ max: 64, nullable: true, example: '192.0.2.7' }) address!: string | null;
  @TextField({ max: 300, nullable: true, example: 'Mozilla/5.0' }) userAgent!: string | null;
}

export class MySessionListDto {
  @ArrayField(() => MySessionDto, { max: 50 }) sessions!: MySessionDto[];
}

export class MyTimesDto {
  @UuidField() id!: string;
  @IntegerField(TIME) startedTs!: number;
  @IntegerField({
    ...TIME,
    description: 'When the session ends, in milliseconds since 1970. The operator must then sign in again.',
  })
  endsTs!: number;
  @IntegerField({
    min: 60,
    max: 86_400,
    example: 900,
    description: 'The number of seconds without use after which the session ends.',
  })
  idleSeconds!: number;
  @IntegerField({
    ...TIME,
    description: 'Until this time, sensitive calls need no new passkey check. In milliseconds since 1970.',
  })
  steppedUpUntilTs!: number;
}

export class MyEnterpriseDto {
  @TextField({ max: 255, example: 'default' }) enterpriseId!: string;
  @TextField({ max: 255, example: 'Default' }) name!: string;
  @ArrayField(oneOf(SIDES, 'DataSide'), { max: 2, example: ['live'] }) sides!: ('live' | 'test')[];
}

export class MeDto {
  @UuidField() id!: string;
  @TextField({ max: 255, example: 'Anna Berg' }) name!: string;
  @TextField({ max: 255, nullable: true, example: 'anna.berg@bank.example' }) emailId!: string | null;
  @TextField({ max: 255, example: 'default', description: 'The enterprise for which this request was made.' })
  enterpriseId!: string;
  @EnumField(SIDES, {
    name: 'DataSide',
    example: 'live',
    description: 'Whether this request is for live or test data.',
  })
  data!: 'live' | 'test';
  @ArrayField(oneOf(roles, 'OperatorRole'), { max: roles.length, example: ['support'] }) roles!: Role[];
  @ArrayField(text({ max: 64 }), { max: 50, example: ['users:read'] }) scopes!: string[];
  @MapField(oneOf(LEAVES, 'OperatorLeave'), {
    max: 50,
    example: { find: 'may', remove: 'two', review: 'no' },
    description:
      'The rights of the operator. The keys are those of `GET /v1/operatorRoles`. `may`: the operator can use the right alone. `two`: a second operator must approve. `no`: the operator does not have the right.',
  })
  rights!: Record<string, Permission>;
  @ArrayField(() => GrantDto, { max: 50 }) grants!: GrantDto[];
  @BooleanField({
    example: true,
    description:
      'Whether the operator may receive alarms. This requires a role in all enterprises that shows the state of the service.',
  })
  mayReceiveAlarms!: boolean;
  @ArrayField(() => MyEnterpriseDto, { max: 200 }) enterprises!: MyEnterpriseDto[];
  @IntegerField({
    min: 0,
    max: 1_000,
    example: 2,
    description: 'How many passkeys the operator has. Two are recommended, in case one is lost.',
  })
  passkeys!: number;
  @TextField({
    max: 2_048,
    example: 'https://id.bank.example/service/account/',
    description: 'The address of the page on which the operator can add passkeys.',
  })
  accountUrl!: string;
  @ObjectField(() => MyTimesDto) session!: MyTimesDto;
}
