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
} from '../../../shared/http/index.js';
import { GrantDto } from '../../people/dto/operator.dto.js';
import { roles, type Leave, type Role } from '../../roles/role-table.js';

const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 } as const;
const SIDES = ['live', 'test'] as const;
const LEAVES = ['may', 'two', 'no'] as const satisfies readonly Leave[];

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
  @IntegerField({ ...TIME, description: 'The operator has to sign in again then.' }) endsTs!: number;
  @IntegerField({
    min: 60,
    max: 86_400,
    example: 900,
    description: 'The session ends when it is not used for so long.',
  })
  idleSeconds!: number;
  @IntegerField({ ...TIME, description: 'Until then no fresh passkey is asked for.' }) steppedUpUntilTs!: number;
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
  @TextField({ max: 255, example: 'default', description: 'The enterprise of this request.' }) enterpriseId!: string;
  @EnumField(SIDES, { name: 'DataSide', example: 'live', description: 'The side of this request.' })
  data!: 'live' | 'test';
  @ArrayField(oneOf(roles, 'OperatorRole'), { max: roles.length, example: ['support'] }) roles!: Role[];
  @ArrayField(text({ max: 64 }), { max: 50, example: ['users:read'] }) scopes!: string[];
  @MapField(oneOf(LEAVES, 'OperatorLeave'), {
    max: 50,
    example: { find: 'may', remove: 'two', review: 'no' },
    description: 'Each right of `GET /v1/operatorRoles`: alone (`may`), with a second operator (`two`), or not.',
  })
  rights!: Record<string, Leave>;
  @ArrayField(() => GrantDto, { max: 50 }) grants!: GrantDto[];
  @ArrayField(() => MyEnterpriseDto, { max: 200 }) enterprises!: MyEnterpriseDto[];
  @IntegerField({ min: 0, max: 1_000, example: 2, description: 'Two are asked for: one may be lost.' })
  passkeys!: number;
  @TextField({
    max: 2_048,
    example: 'https://id.bank.example/service/account/',
    description: 'Where passkeys are added.',
  })
  accountUrl!: string;
  @ObjectField(() => MyTimesDto) session!: MyTimesDto;
}
