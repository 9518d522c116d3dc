import { Controller, Get, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdministratorsOnly, Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { SystemOverviewDto } from './system.dto.js';
import { SystemOverview } from './system-overview.service.js';

@ApiTags('System')
@Controller('v1/system')
@UseGuards(AdministratorsOnly)
@ThrowsOnAnyRoute()
export class SystemController {
  constructor(private readonly overview: SystemOverview) {}

  @Get()
  @Scopes('system:read')
  @ApiOperation({
    summary: 'Get the state of the service',
    description:
      'Returns the release, the database, the processes, the surfaces (listeners), the certificates, the states whose signatures on passport chips are trusted, and the settings that differ from their defaults. Secrets are not shown. Only administrators and operators with rights in all enterprises can call this, and only for live data.',
  })
  @ApiOkResponse({ type: SystemOverviewDto })
  async get(): Promise<SystemOverviewDto> {
    return SystemOverviewDto.of(await this.overview.read());
  }
}
