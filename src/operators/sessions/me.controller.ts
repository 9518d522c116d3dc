import { Controller, Delete, Get, HttpCode, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { type Admitted, admittedTo, Scopes } from '../../shared/auth-guard/index.js';
import { KernelErrors } from '../../shared/kernel/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { MeDto, MySessionListDto } from './dto/me.dto.js';
import { MeService } from './me.service.js';

const FOR = 'Only operators at the console can call this. Clients get the error 403.';

@ApiTags('Operators')
@Controller('v1/me')
@Scopes('figures:read')
@ThrowsOnAnyRoute()
export class MeController {
  constructor(private readonly service: MeService) {}

  @Get()
  @ApiOperation({
    summary: 'Get the signed-in operator',
    description: `Returns the operator's name, roles, rights, enterprises and session. ${FOR}`,
  })
  @ApiOkResponse({ type: MeDto })
  me(@Req() request: Request): Promise<MeDto> {
    return this.service.me(operatorIn(request));
  }

  @Get('sessions')
  @ApiOperation({ summary: "List the operator's own sessions", description: FOR })
  @ApiOkResponse({ type: MySessionListDto })
  async sessions(@Req() request: Request): Promise<MySessionListDto> {
    return { sessions: await this.service.sessions(operatorIn(request)) };
  }

  @Delete('sessions')
  @HttpCode(204)
  @ApiOperation({ summary: "End the operator's other sessions", description: FOR })
  @ApiNoContentResponse()
  async endOthers(@Req() request: Request): Promise<void> {
    await this.service.endOthers(operatorIn(request));
  }
}

/** Returns the operator who makes the request. Throws if the caller is a client. */
export function operatorIn(request: Request): Admitted {
  const admitted = admittedTo(request);
  if (admitted.principal.kind !== 'operator')
    throw KernelErrors.forbidden('Only operators at the console can call this');
  return admitted;
}
