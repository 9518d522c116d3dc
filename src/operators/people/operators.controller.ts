import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { InternalSignIns } from '../../auth/contract/index.js';
import {
  CurrentPrincipal,
  demandSecond,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import { OperatorErrors } from '../contract/operators.errors.js';
import {
  ChangeOperatorDto,
  InvitationDto,
  NewOperatorDto,
  OperatorDto,
  OperatorIdParam,
  OperatorListDto,
} from './dto/operator.dto.js';
import { grantOf } from '../roles/grants.js';
import type { Operator } from './operator.entity.js';
import { type ActsOnOperators, OperatorsService } from './operators.service.js';

const FOR = 'Only owners of all enterprises and administrators can call this.';
const OWNERS = 'operators:owners';
const SECOND =
  'If the call concerns an owner of all enterprises, and there are several such owners, another owner must approve it. Give the reason in the header `Reason`.';

@ApiTags('Operators')
@Controller('v1/operators')
@ThrowsOnAnyRoute()
export class OperatorsController {
  constructor(
    private readonly operators: OperatorsService,
    private readonly users: UserDirectory,
    private readonly signIns: InternalSignIns,
  ) {}

  @Get()
  @Scopes('operators:read')
  @ApiOperation({ summary: 'List the operators', description: `Lists all operators, at most 1,000. ${FOR}` })
  @ApiOkResponse({ type: OperatorListDto })
  async list(@CurrentPrincipal() caller: Principal): Promise<OperatorListDto> {
    demandAll(caller);
    const found = await this.operators.list();
    const counts = await this.signIns.passkeysOf(found.map(({ sub }) => sub));
    const operators = await Promise.all(found.map((one) => this.#shown(one, counts.get(one.sub) ?? 0)));
    return { operators };
  }

  @IdempotentPost()
  @Scopes('operators:write')
  @MayNeedSecond(OWNERS)
  @ApiOperation({
    summary: 'Invite an operator',
    description: `Sends a mail with a link. The link can be used once, within a day. ${SECOND} ${FOR}`,
  })
  @ApiCreatedResponse({ type: OperatorDto })
  @Throws(OperatorErrors.alreadyThere)
  async create(
    @CurrentPrincipal() caller: Principal,
    @Body() body: NewOperatorDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<OperatorDto> {
    demandAll(caller);
    const operator = await this.operators.create(acting(caller), body);
    response.location(`/v1/operators/${operator.sub}`);
    return this.#shown(operator, 0);
  }

  @Patch(':operatorId')
  @Scopes('operators:write')
  @MayNeedSecond(OWNERS)
  @ApiOperation({
    summary: 'Change an operator',
    description: `Changes only the fields that you send. If one change fails, nothing is changed. The list of roles is replaced completely. ${SECOND} ${FOR}`,
  })
  @ApiOkResponse({ type: OperatorDto })
  @Throws(OperatorErrors.notFound, OperatorErrors.lastOwner, OperatorErrors.ownRoles)
  async update(
    @CurrentPrincipal() caller: Principal,
    @Param() { operatorId }: OperatorIdParam,
    @Body() body: ChangeOperatorDto,
  ): Promise<OperatorDto> {
    demandAll(caller);
    return this.#withPasskeys(await this.operators.change(acting(caller), operatorId, body));
  }

  @Delete(':operatorId')
  @HttpCode(204)
  @Scopes('operators:write')
  @MayNeedSecond(OWNERS)
  @ApiOperation({
    summary: 'Remove an operator',
    description: `The operator's sessions end at once. The personal data is erased later. ${SECOND} ${FOR}`,
  })
  @ApiNoContentResponse()
  @Throws(OperatorErrors.notFound, OperatorErrors.lastOwner, OperatorErrors.ownRoles)
  async delete(@CurrentPrincipal() caller: Principal, @Param() { operatorId }: OperatorIdParam): Promise<void> {
    demandAll(caller);
    await this.operators.remove(acting(caller), operatorId);
  }

  @IdempotentPost(':operatorId/invitation')
  @HttpCode(200)
  @Scopes('operators:write')
  @MayNeedSecond(OWNERS)
  @ApiOperation({
    summary: 'Invite an operator again',
    description: `Use this if the operator has lost all passkeys. Old passkeys and sessions become invalid. ${SECOND} ${FOR}`,
  })
  @ApiOkResponse({ type: InvitationDto })
  @Throws(OperatorErrors.notFound, OperatorErrors.ownRoles, OperatorErrors.blocked)
  async invite(
    @CurrentPrincipal() caller: Principal,
    @Param() { operatorId }: OperatorIdParam,
  ): Promise<InvitationDto> {
    demandAll(caller);
    return { invitation: await this.operators.inviteAgain(acting(caller), operatorId) };
  }

  async #withPasskeys(operator: Operator): Promise<OperatorDto> {
    return this.#shown(operator, (await this.signIns.passkeysOf([operator.sub])).get(operator.sub) ?? 0);
  }

  async #shown(operator: Operator, passkeys: number): Promise<OperatorDto> {
    const { sub, userId, grants, invitedAt, endsAt } = operator;
    const user = await this.users.find(sub);
    const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ') || userId;
    const state = user?.status === 'ACTIVE' ? 'active' : user?.status === 'BLOCKED' ? 'blocked' : 'invited';
    const times = { invitedTs: invitedAt.getTime(), endsTs: endsAt?.getTime() ?? null };
    return { id: sub, name, emailId: user?.emailId ?? null, state, grants: grants.map(grantOf), passkeys, ...times };
  }
}

/** Describes the caller who manages operators. A client needs no approval by a second operator. */
const acting = (caller: Principal): ActsOnOperators => ({
  sub: caller.kind === 'operator' ? (caller.sub ?? null) : null,
  demandSecond: () => demandSecond(caller, OWNERS),
});

/**
 * Throws unless the caller is an owner of all enterprises on live data. Operators belong to no single enterprise, so
 * only these owners may manage them.
 */
export function demandAll({ administrator, test }: Principal): void {
  if (!administrator || test) throw KernelErrors.forbidden('Only owners of all enterprises, on live data, may do this');
}
