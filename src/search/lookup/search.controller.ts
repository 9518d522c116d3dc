import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, type Principal, ScopesAnyOf } from '../../shared/auth-guard/index.js';
import { ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { SearchAnswerDto, SearchHitDto, SearchQuery } from './search.dto.js';
import { Search } from './search.service.js';

@ApiTags('Search')
@ThrowsOnAnyRoute()
@Controller('v1/search')
export class SearchController {
  constructor(private readonly search: Search) {}

  @Get()
  @ScopesAnyOf('users:read', 'idv:read', 'notifications:read', 'webhooks:read', 'clients:read', 'audit:read')
  @ApiOperation({
    operationId: 'Search_find',
    summary: 'Find anything by its id or its name',
    description:
      'At most 20 hits. What the scopes of the token do not open is left out, as is the data of other enterprises and ' +
      'of the other side, live or test.',
  })
  @ApiOkResponse({ type: SearchAnswerDto })
  async get(
    @CurrentPrincipal() caller: Principal,
    @CurrentTenant() tenant: Tenant,
    @Query() { q }: SearchQuery,
  ): Promise<SearchAnswerDto> {
    return { hits: (await this.search.find(tenant, caller, q)).map((hit) => SearchHitDto.of(hit)) };
  }
}
