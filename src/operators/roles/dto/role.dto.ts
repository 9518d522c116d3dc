import { ArrayField, EnumField, oneOf, text, TextField } from '../../../shared/http/index.js';
import { rightNames, rights, roles, scopesOf, type RightName, type Role } from '../role-table.js';

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
