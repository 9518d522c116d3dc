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
    summary: 'Tell how the service runs',
    description:
      'The release, the database, processes, surfaces, certificates, and the settings that differ from their defaults, without secrets. For administrators and for operators of all enterprises, on live data.',
  })
  @ApiOkResponse({ type: SystemOverviewDto })
  async get(): Promise<SystemOverviewDto> {
    return SystemOverviewDto.of(await this.overview.read());
  }
}
