import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Scopes } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { RoleListDto } from './dto/role.dto.js';

@ApiTags('Operators')
@Controller('v1/operatorRoles')
@ThrowsOnAnyRoute()
export class RolesController {
  @Get()
  @Scopes('figures:read')
  @ApiOperation({
    operationId: 'Operators_roles',
    summary: 'List the roles of operators',
    description: 'The roles and their rights are fixed in each release. They are the same in every deployment.',
  })
  @ApiOkResponse({ type: RoleListDto })
  list(): RoleListDto {
    return RoleListDto.all();
  }
}
