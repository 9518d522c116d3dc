import { ApiProperty } from '@nestjs/swagger';
import { ArrayField, EnumField, IntegerField, json, ProblemField, TextField } from '../../../shared/http/index.js';
import type { FieldError } from '../../../shared/kernel/index.js';
import { CreateUserDto, EnrolledUserDto } from './user-requests.dto.js';
import { MOST } from '../../user-list/dto/user-list.dto.js';

export class UserBatchDto {
  /** Each user is validated separately, so that one bad line does not refuse the others. */
  @ArrayField(json({ maxBytes: 16_384 }), { min: 1, max: MOST, description: 'Users as `POST /v1/users` takes them.' })
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

export const newUserBatchExamples = {
  users: { summary: 'One who may activate at once, and one who is to be identified', value: { users } },
};

export class UserBatchResultDto {
  @IntegerField({ min: 0, max: MOST - 1, description: 'The position in the request.' }) index!: number;
  @TextField({ max: 255, optional: true, description: 'Left out where the request had none.' }) userId?: string;
  @EnumField(['created', 'refused']) result!: 'created' | 'refused';
  @ApiProperty({ type: EnrolledUserDto, required: false }) user?: EnrolledUserDto;
  @TextField({ max: 64, optional: true, example: 'users/already-exists', description: 'Why it was refused.' })
  code?: string;
  @ApiProperty({ type: [ProblemField], required: false, description: 'Pointers into this user.' })
  errors?: readonly FieldError[];
}

export class UserBatchAnswerDto {
  @IntegerField({ min: 0, max: MOST }) created!: number;
  @IntegerField({ min: 0, max: MOST }) refused!: number;
  @ApiProperty({ type: [UserBatchResultDto] }) results!: UserBatchResultDto[];
}
