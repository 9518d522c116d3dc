import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { FigureErrors } from '../contract/figures.errors.js';
import { FigureDefinitionDto, FigureDto, FigureListDto, FigureParams, FigureQuery } from './figures.dto.js';
import { Figures } from './figures.service.js';
import { GzipAnswerInterceptor } from './gzip-answer.interceptor.js';

@ApiTags('Figures')
@ThrowsOnAnyRoute()
@Scopes('figures:read')
@UseInterceptors(GzipAnswerInterceptor)
@Controller('v1/figures')
export class FiguresController {
  constructor(private readonly figures: Figures) {}

  @Get()
  @ApiOperation({
    operationId: 'Figures_list',
    summary: 'List the available figures (statistics)',
    description: 'Lists each figure with what it counts and the dimensions by which it can be split.',
  })
  @ApiOkResponse({ type: FigureListDto })
  list(): FigureListDto {
    return { figures: this.figures.definitions.map((one) => FigureDefinitionDto.of(one)) };
  }

  @Get(':name')
  @ApiOperation({
    operationId: 'Figures_get',
    summary: 'Get a figure over time',
    description:
      'Figures are counted per hour. They are updated every five minutes and stored for two years. An item counts towards the hour in which it was created, even if its outcome changes later: a review that is decided today changes the figures of the day on which the verification was created.',
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
