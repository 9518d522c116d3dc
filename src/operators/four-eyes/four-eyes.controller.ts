import { Body, Controller, Get, HttpCode, Param, Query, Req, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { type Admitted, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { Paging } from '../../shared/fields/index.js';
import { Clock, type JsonObject, type JsonValue } from '../../shared/kernel/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import { OperatorNames } from '../contract/operator-names.port.js';
import { operatorIn } from '../sessions/me.controller.js';
import {
  FourEyesDto,
  FourEyesIdParam,
  FourEyesListDto,
  type FourEyesOperatorDto,
  ListFourEyesQuery,
  RefusalDto,
  withoutCredentials,
} from './dto/four-eyes.dto.js';
import { AllowsOnRequest } from './four-eyes-decision.guard.js';
import { allows } from './four-eyes-state.js';
import type { FourEyesRequest } from './four-eyes-request.entity.js';
import { FourEyesRequests, hasRightToAgree } from './four-eyes-requests.service.js';
import { SecondAccounts } from './second-account/second-accounts.service.js';

const FOR = 'Only operators at the console can call this. Clients need no approval, and get the error 403.';

@ApiTags('Operators')
@Controller('v1/fourEyes')
@Scopes('figures:read')
@ThrowsOnAnyRoute()
export class FourEyesController {
  constructor(
    private readonly fourEyes: FourEyesRequests,
    private readonly secondAccounts: SecondAccounts,
    private readonly names: OperatorNames,
    private readonly paging: Paging,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'FourEyes_list',
    summary: 'List requests for approval',
    description: `Some calls of an operator need the approval of a second operator. This call lists your own requests for approval, and those that you can approve. It covers only the enterprise and the data (live or test) for which you make this call. Requests about owners of all enterprises are listed in every enterprise. Requests are listed newest first. Requests are deleted after 30 days. Each read is recorded in the audit log. ${FOR}`,
  })
  @ApiOkResponse({ type: FourEyesListDto })
  async list(@Req() http: Request, @Query() query: ListFourEyesQuery): Promise<FourEyesListDto> {
    const admitted = operatorIn(http);
    const page = this.paging.open<string>(`fourEyes/${admitted.principal.sub ?? ''}`, admitted.tenant, query);
    const filter = ListFourEyesQuery.toFilter(query);
    const found = await this.fourEyes.page(admitted, filter, page.rowsToRead, page.after);
    const show = await this.#showing(admitted, found);
    const rows = Math.min(found.length, page.limit);
    await this.fourEyes.noteSearch(admitted.tenant, filter, rows, page.after !== undefined);
    return page.answer('requests', found, ({ id }) => id, show);
  }

  @Get(':requestId')
  @ApiOperation({
    operationId: 'FourEyes_get',
    summary: 'Get a request for approval',
    description: `Returns the call that would be carried out, the reason, and the operator who requested it. Each read is recorded in the audit log. ${FOR}`,
  })
  @ApiOkResponse({ type: FourEyesDto })
  @Throws(OperatorErrors.requestNotFound)
  async get(@Req() http: Request, @Param() { requestId }: FourEyesIdParam): Promise<FourEyesDto> {
    const admitted = operatorIn(http);
    const request = await this.fourEyes.find(admitted, requestId);
    await this.fourEyes.noteLook(request);
    return this.#one(admitted, request);
  }

  @IdempotentPost(':requestId/agreement')
  @HttpCode(200)
  @AllowsOnRequest('agree')
  @ApiOperation({
    operationId: 'FourEyes_agree',
    summary: 'Approve a request as the second operator',
    description: `The call is carried out at once and only once, on behalf of the operator who requested it. The \`state\` in the response is \`done\` or \`failed\`, or \`agreed\` if the call is still running in the background. You need the right that the call itself requires, and must have used a passkey within the last five minutes. ${FOR}`,
  })
  @ApiOkResponse({ type: FourEyesDto })
  @Throws(
    OperatorErrors.requestNotFound,
    OperatorErrors.ownRequest,
    OperatorErrors.samePerson,
    OperatorErrors.invitedTooLate,
    OperatorErrors.alreadyDecided,
    OperatorErrors.askerOut,
  )
  async agree(@Req() http: Request, @Param() { requestId }: FourEyesIdParam): Promise<FourEyesDto> {
    const admitted = operatorIn(http);
    return this.#one(admitted, await this.fourEyes.agree(admitted, requestId));
  }

  @IdempotentPost(':requestId/refusal')
  @HttpCode(200)
  @AllowsOnRequest('refuse')
  @ApiOperation({
    operationId: 'FourEyes_refuse',
    summary: 'Refuse a request, or withdraw your own',
    description: `The call is then not carried out. A second operator must give a reason for the refusal. The operator who made the request can withdraw it without a reason. ${FOR}`,
  })
  @ApiOkResponse({ type: FourEyesDto })
  @Throws(OperatorErrors.requestNotFound, OperatorErrors.alreadyDecided)
  async refuse(
    @Req() http: Request,
    @Param() { requestId }: FourEyesIdParam,
    @Body() { comments }: RefusalDto,
  ): Promise<FourEyesDto> {
    const admitted = operatorIn(http);
    return this.#one(admitted, await this.fourEyes.refuse(admitted, requestId, comments));
  }

  @Get(':requestId/answer')
  @ApiOperation({
    operationId: 'FourEyes_answer',
    summary: 'Get the response to an approved call',
    description: `Returns the response to an approved POST request, for example an export or a new secret. Only the operator who made the request can read it, for one day. Each read is recorded in the audit log. ${FOR}`,
  })
  @ApiOkResponse({ schema: { type: 'object', additionalProperties: true } })
  @Throws(OperatorErrors.requestNotFound, OperatorErrors.answerNotFound)
  answer(@Req() http: Request, @Param() { requestId }: FourEyesIdParam): Promise<JsonValue | StreamableFile> {
    return this.fourEyes.answerOf(operatorIn(http), requestId);
  }

  async #one(admitted: Admitted, request: FourEyesRequest): Promise<FourEyesDto> {
    return (await this.#showing(admitted, [request]))(request);
  }

  async #showing(
    { principal }: Admitted,
    requests: readonly FourEyesRequest[],
  ): Promise<(request: FourEyesRequest) => FourEyesDto> {
    const subs = requests.flatMap(({ askedBy, decidedBy }) => (decidedBy === null ? [askedBy] : [askedBy, decidedBy]));
    const cards = await this.names.of([principal.sub ?? '', ...subs]);
    const now = this.clock.now();
    const toAgree = requests.filter((one) => one.state === 'waiting' && one.askedBy !== principal.sub);
    const independent = await this.secondAccounts.without(toAgree, principal.sub ?? '', cards);
    const named = (id: string): FourEyesOperatorDto => ({ id, name: cards.get(id)?.name ?? null });
    return (request) => {
      const { id, right, route, call, askedBy, askedAt, fallsAt, decidedBy, decidedAt, refusal } = request;
      const { answerStatus: status, answerCode: code, answerUntil } = request;
      const state = request.isOverdue(now) ? 'fallen' : request.state;
      const isOwn = askedBy === principal.sub;
      const maySecond = !isOwn && allows(state, 'agree') && hasRightToAgree(principal, right);
      const untilTs = answerUntil !== null && answerUntil > now && isOwn ? answerUntil.getTime() : null;
      return {
        id,
        state,
        right,
        call: { method: call.method, path: call.path, route, body: withoutCredentials(call.body) as JsonObject | null },
        comments: call.comments,
        askedBy: named(askedBy),
        askedTs: askedAt.getTime(),
        fallsTs: fallsAt.getTime(),
        decidedBy: decidedBy === null ? null : named(decidedBy),
        decidedTs: decidedAt?.getTime() ?? null,
        refusal,
        answer: status === null ? null : { status, code, untilTs },
        allowed: [
          ...(maySecond && independent.has(request) ? (['agree'] as const) : []),
          ...(maySecond ? (['refuse'] as const) : []),
          ...(isOwn && allows(state, 'takeBack') ? (['takeBack'] as const) : []),
        ],
      };
    };
  }
}
