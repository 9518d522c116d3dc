import { Controller, Delete, Get, HttpCode, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { type Admitted, admittedTo, Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { MeDto, MySessionListDto } from './dto/me.dto.js';
import { MeService } from './me.service.js';

const FOR = 'For operators at the console; a client is told that it is none.';

@ApiTags('Operators')
@Controller('v1/me')
@Scopes('figures:read')
@ThrowsOnAnyRoute()
export class MeController {
  constructor(private readonly service: MeService) {}

  @Get()
  @ApiOperation({
    summary: 'Tell an operator who they are',
    description: `Name, roles, rights, enterprises, session. ${FOR}`,
  })
  @ApiOkResponse({ type: MeDto })
  me(@Req() request: Request): Promise<MeDto> {
    return this.service.me(operatorIn(request));
  }

  @Get('sessions')
  @ApiOperation({ summary: 'List the sessions of the operator', description: FOR })
  @ApiOkResponse({ type: MySessionListDto })
  async sessions(@Req() request: Request): Promise<MySessionListDto> {
    return { sessions: await this.service.sessions(operatorIn(request)) };
  }

  @Delete('sessions')
  @HttpCode(204)
  @ApiOperation({ summary: 'End the other sessions of the operator', description: FOR })
  @ApiNoContentResponse()
  async endOthers(@Req() request: Request): Promise<void> {
    await this.service.endOthers(operatorIn(request));
  }
}

function operatorIn(request: Request): Admitted {
  const admitted = admittedTo(request);
  if (admitted.principal.kind !== 'operator') throw KernelErrors.forbidden('This is for operators at the console');
  return admitted;
}
