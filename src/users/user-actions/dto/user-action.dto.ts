import {
  ArrayField,
  chosenId,
  EnumField,
  IntegerField,
  listOf,
  TextField,
  UuidField,
} from '../../../shared/fields/index.js';
import { MOST } from '../../user-list/dto/user-list.dto.js';
import { userActionNames, type UserActionName, type UserAction } from '../user-action.entity.js';
import type { OpenedUserAction } from '../user-action.repository.js';

const TIME = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 } as const;
const STATES = ['running', 'done'] as const;

export class UserActionIdParam {
  @UuidField() actionId!: string;
}

export class NewUserActionDto {
  @EnumField(userActionNames, {
    name: 'UserActionName',
    example: 'BLOCKED',
    description:
      'The action. `PAUSED`, `UNPAUSE`, `BLOCKED`, `UNBLOCK`: as in `PUT /v1/users/{userId}/status`. `ACTIVATION_CODE`: send a new activation code.',
  })
  action!: UserActionName;

  @ArrayField(chosenId(), {
    min: 1,
    max: MOST,
    example: ['jane.doe', 'john.roe'],
    description: 'The ids of the users. An id that is repeated counts once.',
  })
  userIds!: string[];

  @TextField({
    max: 1000,
    optional: true,
    singleLine: false,
    example: 'A wave of fraud',
    description:
      'The reason. Operators must give one if the action needs approval. For a change of status, the reason is stored with each user, as in `PUT /v1/users/{userId}/status`.',
  })
  comments?: string;
}

export const newUserActionExamples = {
  code: {
    summary: 'New activation codes',
    value: { action: 'ACTIVATION_CODE', userIds: ['jane.doe', 'john.roe'] } satisfies NewUserActionDto,
  },
  block: {
    summary: 'Block users',
    value: { action: 'BLOCKED', userIds: ['john.roe'], comments: 'A wave of fraud' } satisfies NewUserActionDto,
  },
};

export class UserActionFailureDto {
  @TextField({ max: 255, example: 'jane.doe', description: 'The id of the user.' }) userId!: string;
  @TextField({ max: 64, example: 'users/not-found', description: 'The error code.' }) code!: string;
  @TextField({ max: 200, example: 'User not found', description: 'What the error means.' }) title!: string;
}

export class UserActionDto {
  @UuidField() actionId!: string;
  @EnumField(userActionNames, { name: 'UserActionName', example: 'BLOCKED', description: 'The action.' })
  action!: UserActionName;
  @EnumField(STATES, {
    name: 'UserActionState',
    example: 'running',
    description: 'The state. `running`: some users have not been handled yet. `done`: all users have been handled.',
  })
  state!: (typeof STATES)[number];
  @IntegerField({ min: 1, max: MOST, example: 2, description: 'The number of users.' }) total!: number;
  @IntegerField({ min: 0, max: MOST, example: 1, description: 'The number of users handled so far.' }) handled!: number;
  @IntegerField({
    min: 0,
    max: MOST,
    example: 0,
    description: 'The number of users for whom the action has failed so far.',
  })
  failed!: number;
  @ArrayField(() => UserActionFailureDto, {
    max: MOST,
    optional: true,
    description: 'The users for whom the action failed so far. Omitted in lists.',
  })
  failures?: UserActionFailureDto[];
  @IntegerField({ ...TIME, description: 'When the action was started, in milliseconds since 1970.' })
  createdTs!: number;
  @IntegerField({
    ...TIME,
    nullable: true,
    description: 'When the last user was handled, in milliseconds since 1970. `null`: the action is running.',
  })
  endedTs!: number | null;

  static of({ id, action, total, handled, failures, createdAt, endedAt }: UserAction): UserActionDto {
    return {
      actionId: id,
      action,
      state: endedAt === null ? 'running' : 'done',
      total,
      handled,
      failed: failures.length,
      createdTs: createdAt.getTime(),
      endedTs: endedAt?.getTime() ?? null,
    };
  }

  static withFailures(action: OpenedUserAction): UserActionDto {
    const { userIds } = action.plan;
    const failures = action.failures.map(([index, code, title]) => ({ userId: userIds[index] ?? '', code, title }));
    return Object.assign(UserActionDto.of(action), { failures });
  }
}

export class UserActionListDto extends listOf('actions', () => UserActionDto) {}
