import { Body, Controller, Get, HttpCode, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Scopes } from '../../../shared/auth-guard/index.js';
import { IdempotentPost, ThrowsOnAnyRoute } from '../../../shared/http/index.js';
import { operatorIn } from '../../sessions/me.controller.js';
import { AlarmTestDto, ChangedMyAlarmsDto, ChangeMyAlarmsDto, MyAlarmsDto } from '../dto/my-alarms.dto.js';
import { MyAlarms } from './my-alarms.service.js';

const FOR =
  'Only operators whose role in all enterprises shows the state of the service can call this, at the console. Others and clients get the error 403.';

@ApiTags('Operators')
@Controller('v1/me/alarms')
@Scopes('figures:read')
@ThrowsOnAnyRoute()
export class MyAlarmsController {
  constructor(private readonly alarms: MyAlarms) {}

  @Get()
  @ApiOperation({
    summary: "Get the operator's own alarms",
    description: `Says where alarms of the service are sent for the operator. The answer does not contain the secret. ${FOR}`,
  })
  @ApiOkResponse({ type: MyAlarmsDto })
  get(@Req() request: Request): Promise<MyAlarmsDto> {
    return this.alarms.get(operatorIn(request));
  }

  @Put()
  @ApiOperation({
    summary: "Change the operator's own alarms",
    description: `Replaces all of it. For a new secret, remove the address and set it again. ${FOR}`,
  })
  @ApiOkResponse({ type: ChangedMyAlarmsDto })
  change(@Req() request: Request, @Body() body: ChangeMyAlarmsDto): Promise<ChangedMyAlarmsDto> {
    return this.alarms.change(operatorIn(request), body);
  }

  @IdempotentPost('test')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Send a test alarm to the operator',
    description: `Sends one alarm of the kind \`test\` to the mailbox and to the server of the operator, once, and says how that ended. ${FOR}`,
  })
  @ApiOkResponse({ type: AlarmTestDto })
  test(@Req() request: Request): Promise<AlarmTestDto> {
    return this.alarms.test(operatorIn(request));
  }
}
