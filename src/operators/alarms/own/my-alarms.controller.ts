import { Body, Controller, Get, HttpCode, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Scopes } from '../../../shared/auth-guard/index.js';
import { IdempotentPost, ThrowsOnAnyRoute } from '../../../shared/http/index.js';
import { operatorIn } from '../../sessions/me.controller.js';
import { AlarmTestDto, ChangedMyAlarmsDto, ChangeMyAlarmsDto, MyAlarmsDto } from '../dto/my-alarms.dto.js';
import { MyAlarms } from './my-alarms.service.js';

const FOR =
  'Only operators at the console can call this, if their role in all enterprises lets them see the state of the service. Other operators and clients get the error 403.';

@ApiTags('Operators')
@Controller('v1/me/alarms')
@Scopes('figures:read')
@ThrowsOnAnyRoute()
export class MyAlarmsController {
  constructor(private readonly alarms: MyAlarms) {}

  @Get()
  @ApiOperation({
    summary: "Get the operator's own alarms",
    description: `Returns the addresses to which the service sends its alarms for the operator. The response does not contain the secret. ${FOR}`,
  })
  @ApiOkResponse({ type: MyAlarmsDto })
  get(@Req() request: Request): Promise<MyAlarmsDto> {
    return this.alarms.get(operatorIn(request));
  }

  @Put()
  @ApiOperation({
    summary: "Change the operator's own alarms",
    description: `Replaces all of the operator's alarm settings. To get a new secret, remove the address and set it again. ${FOR}`,
  })
  @ApiOkResponse({ type: ChangedMyAlarmsDto })
  change(@Req() request: Request, @Body() body: ChangeMyAlarmsDto): Promise<ChangedMyAlarmsDto> {
    return this.alarms.change(operatorIn(request), body);
  }

  @IdempotentPost('test')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Send a test alarm to the operator',
    description: `Sends one alarm of the kind \`test\` to the operator's mailbox and server, without retries, and returns the outcome. ${FOR}`,
  })
  @ApiOkResponse({ type: AlarmTestDto })
  test(@Req() request: Request): Promise<AlarmTestDto> {
    return this.alarms.test(operatorIn(request));
  }
}
