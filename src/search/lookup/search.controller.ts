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
    summary: 'Search for anything by id or name',
    description:
      'Returns at most 20 results. Data that the scopes of the token do not allow is omitted, as is data of other enterprises. Live callers find only live data. Test callers find only test data.',
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
