import { ApiProperty } from '@nestjs/swagger';
import { ArrayField, EnumField, IntegerField, json, TextField } from '../../../shared/fields/index.js';
import { ProblemField } from '../../../shared/http/index.js';
import type { FieldError } from '../../../shared/kernel/index.js';
import { CreateUserDto, EnrolledUserDto } from './user-requests.dto.js';
import { MOST } from '../../user-list/dto/user-list.dto.js';

export class UserBatchDto {
  /** The users are validated individually later, so that one invalid user does not cause the others to be refused. */
  @ArrayField(json({ maxBytes: 16_384 }), {
    min: 1,
    max: MOST,
    description: 'The users to enrol. Each has the same fields as in `POST /v1/users`.',
  })
  @ApiProperty({ type: [CreateUserDto], minItems: 1, maxItems: MOST })
  users!: object[];
}

const users = [
  {
    userId: 'john.roe',
    primaryGroup: 'retail',
    preferredStatus: 'CREATED',
    firstName: 'John',
    lastName: 'Roe',
    emailId: 'john.roe@example.com',
  },
  { userId: 'mary.major', primaryGroup: 'retail', preferredStatus: 'ONBOARDING' },
] satisfies CreateUserDto[];

const withPassword = {
  userId: 'jo.public',
  primaryGroup: 'retail',
  passwordHash: '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW',
  preferredStatus: 'CREATED',
} satisfies CreateUserDto;

export const newUserBatchExamples = {
  users: { summary: 'A user who can activate at once, and a user who must be verified first', value: { users } },
  passwords: { summary: 'A user who goes on with the password of another system', value: { users: [withPassword] } },
};

export class UserBatchResultDto {
  @IntegerField({
    min: 0,
    max: MOST - 1,
    description: 'The position of the user in the request. The first position is 0.',
  })
  index!: number;
  @TextField({ max: 255, optional: true, description: 'The id of the user. Omitted if the request contained none.' })
  userId?: string;
  @EnumField(['created', 'refused']) result!: 'created' | 'refused';
  @ApiProperty({ type: EnrolledUserDto, required: false }) user?: EnrolledUserDto;
  @TextField({ max: 64, optional: true, example: 'users/already-exists', description: 'Why this user was refused.' })
  code?: string;
  @ApiProperty({
    type: [ProblemField],
    required: false,
    description: 'The wrong fields. The pointers are relative to this user.',
  })
  errors?: readonly FieldError[];
}

export class UserBatchAnswerDto {
  @IntegerField({ min: 0, max: MOST }) created!: number;
  @IntegerField({ min: 0, max: MOST }) refused!: number;
  @ApiProperty({ type: [UserBatchResultDto] }) results!: UserBatchResultDto[];
}
