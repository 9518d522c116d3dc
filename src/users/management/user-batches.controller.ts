import { Body, Controller, HttpCode } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { UserErrors } from '../contract/users.errors.js';
import { BATCH_SIZE, EnrolmentService, type Enrolled } from './enrolment.service.js';
import {
  newUserBatchExamples,
  UserBatchAnswerDto,
  UserBatchDto,
  type UserBatchResultDto,
} from './dto/user-batch.dto.js';
import { EnrolledUserDto } from './dto/user-requests.dto.js';
import { refuseCredentialsFromOperators, readNewUser, type ReadUser } from './new-users.reader.js';

type ItemResult = Omit<UserBatchResultDto, 'index' | 'userId'>;

@ApiTags('Users')
@ThrowsOnAnyRoute()
@Controller('v1/userBatches')
export class UserBatchesController {
  constructor(private readonly enrolment: EnrolmentService) {}

  @IdempotentPost()
  @HttpCode(200)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Enrol up to 1,000 users',
    description:
      'Each user is accepted or refused separately. Users are stored in groups of a hundred. If you lose the response, repeat the batch: users that already exist are refused with an error that says so.',
  })
  @ApiBody({ type: UserBatchDto, examples: newUserBatchExamples })
  @ApiOkResponse({ type: UserBatchAnswerDto })
  @Throws(UserErrors.codeByOperator)
  async enrol(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() { users }: UserBatchDto,
  ): Promise<UserBatchAnswerDto> {
    refuseCredentialsFromOperators(caller, users);
    const read = users.map((user) => readNewUser(user, caller.clientId));
    const results: ItemResult[] = [];
    for (let start = 0; start < read.length; start += BATCH_SIZE) {
      results.push(...(await this.#enrolSome(tenant, caller, read.slice(start, start + BATCH_SIZE))));
    }
    const created = results.filter(({ result }) => result === 'created').length;
    return {
      created,
      refused: results.length - created,
      results: results.map((result, index) => ({ ...result, index, ...idOf(users[index]) })),
    };
  }

  async #enrolSome(tenant: Tenant, caller: Principal, read: readonly ReadUser[]): Promise<ItemResult[]> {
    const sound = read.filter((user) => 'enrolment' in user);
    const enrolled = await this.enrolment.enrolTogether(
      tenant,
      sound.map(({ enrolment }) => enrolment),
    );
    return read.map((user) =>
      'errors' in user
        ? { result: 'refused', code: KernelErrors.invalidArguments.code, errors: user.errors }
        : resultOf(enrolled[sound.indexOf(user)], caller),
    );
  }
}

const resultOf = (enrolled: Enrolled | undefined, caller: Principal): ItemResult =>
  enrolled
    ? { result: 'created', user: EnrolledUserDto.ofEnrolled(enrolled, caller) }
    : { result: 'refused', code: UserErrors.alreadyExists.code };

const idOf = (user: unknown): { userId?: string } =>
  typeof user === 'object' && user !== null && 'userId' in user && typeof user.userId === 'string'
    ? { userId: user.userId.slice(0, 255) }
    : {};
