import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { FigureErrors } from '../contract/figures.errors.js';
import { FigureDefinitionDto, FigureDto, FigureListDto, FigureParams, FigureQuery } from './figures.dto.js';
import { Figures } from './figures.service.js';

@ApiTags('Figures')
@ThrowsOnAnyRoute()
@Scopes('figures:read')
@Controller('v1/figures')
export class FiguresController {
  constructor(private readonly figures: Figures) {}

  @Get()
  @ApiOperation({
    operationId: 'Figures_list',
    summary: 'List the figures',
    description: 'What each counts, and what it can be divided by.',
  })
  @ApiOkResponse({ type: FigureListDto })
  list(): FigureListDto {
    return { figures: this.figures.definitions.map((one) => FigureDefinitionDto.of(one)) };
  }

  @Get(':name')
  @ApiOperation({
    operationId: 'Figures_get',
    summary: 'Tell a figure over time',
    description:
      'Counted by the hour, every five minutes, and kept for two years. What happens later changes the hour in which the ' +
      'thing was made: a review that is decided today counts on the day on which the verification was opened.',
  })
  @ApiOkResponse({ type: FigureDto })
  @Throws(FigureErrors.notFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @Param() { name }: FigureParams,
    @Query() query: FigureQuery,
  ): Promise<FigureDto> {
    return FigureDto.of(await this.figures.of(tenant, name, FigureQuery.toQuestion(query)));
  }
}
