import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentTenant, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { DetailTypeErrors } from '../contract/auth.errors.js';
import { DetailTypes } from './detail-types.service.js';
import {
  ChangeAuthorizationDetailTypeDto,
  CreateAuthorizationDetailTypeDto,
  AuthorizationDetailTypeDto,
  AuthorizationDetailTypeListDto,
  DetailTypeParams,
  DetailTypeVersionQuery,
} from './dto/detail-type.dto.js';

@ApiTags('Clients')
@ThrowsOnAnyRoute()
@Controller('v1/authorizationDetailTypes')
export class AuthorizationDetailTypesController {
  constructor(
    private readonly types: DetailTypes,
    private readonly paging: Paging,
  ) {}

  @IdempotentPost()
  @Scopes('clients:write')
  @ApiOperation({
    summary: 'Create a type of authorization details',
    description:
      'A type defines what a client can ask a user to approve (RFC 9396): the members of the authorization details, and the text that the user reads. A client can use only the types in its `authorizationDetailsTypes`.',
  })
  @ApiCreatedResponse({ type: AuthorizationDetailTypeDto })
  @Throws(DetailTypeErrors.taken, DetailTypeErrors.tooMany)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Body() body: CreateAuthorizationDetailTypeDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuthorizationDetailTypeDto> {
    const made = await this.types.create(tenant, body.type, CreateAuthorizationDetailTypeDto.toContent(body));
    response.location(`/v1/authorizationDetailTypes/${encodeURIComponent(body.type)}`);
    return AuthorizationDetailTypeDto.of(made);
  }

  @Get()
  @Scopes('clients:read')
  @ApiOperation({
    summary: 'List the types of authorization details',
    description: 'Returns the newest version of each type. Built-in types come first.',
  })
  @ApiOkResponse({ type: AuthorizationDetailTypeListDto })
  async list(@CurrentTenant() tenant: Tenant, @Query() query: PageQuery): Promise<AuthorizationDetailTypeListDto> {
    const page = this.paging.open<string>('authorization detail types', tenant, query);
    const found = await this.types.list(tenant, page.rowsToRead, page.after);
    return page.answer(
      'authorizationDetailTypes',
      found,
      ({ type }) => type,
      (type) => AuthorizationDetailTypeDto.of(type),
    );
  }

  @Get(':type')
  @Scopes('clients:read')
  @ApiOperation({
    summary: 'Get a type of authorization details',
    description: 'Returns the newest version, or the version given by `version`.',
  })
  @ApiOkResponse({ type: AuthorizationDetailTypeDto })
  @Throws(DetailTypeErrors.notFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @Param() { type }: DetailTypeParams,
    @Query() { version }: DetailTypeVersionQuery,
  ): Promise<AuthorizationDetailTypeDto> {
    return AuthorizationDetailTypeDto.of(await this.types.get(tenant, type, version));
  }

  @Patch(':type')
  @Scopes('clients:write')
  @ApiOperation({
    summary: 'Change a type of authorization details',
    description: 'Creates a new version. Requests that are still open keep the version with which they were made.',
  })
  @ApiOkResponse({ type: AuthorizationDetailTypeDto })
  @Throws(DetailTypeErrors.notFound, DetailTypeErrors.taken, DetailTypeErrors.tooMany)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param() { type }: DetailTypeParams,
    @Body() body: ChangeAuthorizationDetailTypeDto,
  ): Promise<AuthorizationDetailTypeDto> {
    return AuthorizationDetailTypeDto.of(
      await this.types.change(tenant, type, ChangeAuthorizationDetailTypeDto.toChanges(body)),
    );
  }

  @Delete(':type')
  @HttpCode(204)
  @Scopes('clients:write')
  @ApiOperation({
    summary: 'Delete a type of authorization details',
    description: 'Clients can no longer use the type. Its versions can still be read, because evidence refers to them.',
  })
  @ApiNoContentResponse({ description: 'The type is deleted.' })
  @Throws(DetailTypeErrors.notFound, DetailTypeErrors.taken)
  async delete(@CurrentTenant() tenant: Tenant, @Param() { type }: DetailTypeParams): Promise<void> {
    await this.types.remove(tenant, type);
  }
}
