import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { ArrayField, EnumField, oneOf, text, TextField } from '../../shared/fields/index.js';
import { rightNames, rights, roles, scopesOf, type RightName, type Role } from './role-table.js';

const SCOPES = { max: 50 } as const;

export class RightDto {
  @EnumField(rightNames, { name: 'RightName', example: 'find' }) key!: RightName;
  @TextField({ max: 255, example: 'Find people, status, history' }) title!: string;
  @ArrayField(text({ max: 64 }), { ...SCOPES, example: ['users:read'] }) scopes!: string[];
}

export class RoleDto {
  @EnumField(roles, { name: 'OperatorRole', example: 'support' }) role!: Role;
  @ArrayField(oneOf(rightNames, 'RightName'), { ...SCOPES, example: ['find'] }) may!: RightName[];
  @ArrayField(oneOf(rightNames, 'RightName'), {
    ...SCOPES,
    example: ['remove'],
    description: 'Rights that the role can use only with the approval of a second operator who has the same right.',
  })
  two!: RightName[];
  @ArrayField(text({ max: 64 }), { ...SCOPES, example: ['users:read'] }) scopes!: string[];
}

export class RoleListDto {
  @ArrayField(() => RightDto, SCOPES) rights!: RightDto[];
  @ArrayField(() => RoleDto, SCOPES) roles!: RoleDto[];

  static all(): RoleListDto {
    const named = (role: Role, leave: 'may' | 'two') => rightNames.filter((name) => rights[name].of[role] === leave);
    return {
      rights: rightNames.map((key) => ({ key, title: rights[key].title, scopes: [...rights[key].scopes] })),
      roles: roles.map((role) => ({
        role,
        may: named(role, 'may'),
        two: named(role, 'two'),
        scopes: [...scopesOf([role])].sort(),
      })),
    };
  }
}

@ApiTags('Operators')
@Controller('v1/operatorRoles')
@ThrowsOnAnyRoute()
export class RolesController {
  @Get()
  @Scopes('figures:read')
  @ApiOperation({
    operationId: 'Operators_roles',
    summary: 'List the roles of operators',
    description: 'The roles and their rights are fixed in each release. They are the same in every deployment.',
  })
  @ApiOkResponse({ type: RoleListDto })
  list(): RoleListDto {
    return RoleListDto.all();
  }
}
