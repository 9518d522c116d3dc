import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  CurrentPrincipal,
  CurrentTenant,
  demandSecond,
  MayNeedSecond,
  type Principal,
  Scopes,
} from '../../shared/auth-guard/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
import { Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { Devices, type IfLastFactor } from '../contract/devices.port.js';
import { DeviceErrors, UserErrors } from '../contract/users.errors.js';
import type { UserRef } from '../contract/users.events.js';
import { UserRepository } from '../user/user.repository.js';
import { UserViews } from '../user/user-views.service.js';
import { ChangeDeviceDto, DeviceDto, DeviceListDto, DeviceParams } from './dto/device.dto.js';
import { UserIdParam } from '../user/dto/user.dto.js';

const REMOVAL = 'users:remove';
const SECOND =
  'An operator needs the approval of a second operator if the user then has only the password left. Give the reason in the header `Reason`.';

@ApiTags('Devices')
@Controller('v1/users/:userId/devices')
@ThrowsOnAnyRoute()
@Throws(UserErrors.notFound)
export class DevicesController {
  constructor(
    private readonly users: UserRepository,
    private readonly devices: Devices,
    private readonly views: UserViews,
    private readonly paging: Paging,
  ) {}

  @Get()
  @Scopes('users:read')
  @ApiOperation({
    summary: "List a user's devices",
    description: 'Devices are listed in the order in which they were registered.',
  })
  @ApiOkResponse({ type: DeviceListDto })
  async list(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId }: UserIdParam,
    @Query() query: PageQuery,
  ): Promise<DeviceListDto> {
    const page = this.paging.open<string>(`devices of ${userId}`, tenant, query);
    const all = await this.devices.list(await this.#viewed(tenant, userId, caller));
    const rest = all.filter(({ deviceId }) => deviceId > (page.after ?? ''));
    return page.answer(
      'devices',
      rest,
      ({ deviceId }) => deviceId,
      (device) => DeviceDto.of(device),
    );
  }

  @Get(':deviceId')
  @Scopes('users:read')
  @ApiOperation({ summary: 'Get a device', description: 'Returns one device of one user.' })
  @ApiOkResponse({ type: DeviceDto })
  @Throws(DeviceErrors.notFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId, deviceId }: DeviceParams,
  ): Promise<DeviceDto> {
    return DeviceDto.of(await this.devices.find(await this.#viewed(tenant, userId, caller), deviceId));
  }

  @Patch(':deviceId')
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Name, block or unblock a device',
    description: `Changes only the fields that you send. ${SECOND}`,
  })
  @ApiOkResponse({ type: DeviceDto })
  @MayNeedSecond(REMOVAL)
  @Throws(DeviceErrors.notFound)
  async update(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId, deviceId }: DeviceParams,
    @Body() { name, blocked }: ChangeDeviceDto,
  ): Promise<DeviceDto> {
    const owner = await this.#owner(tenant, userId);
    return DeviceDto.of(await this.devices.change(owner, deviceId, { name, blocked }, ifLastBy(caller)));
  }

  @Delete(':deviceId')
  @HttpCode(204)
  @Scopes('users:write')
  @ApiOperation({
    summary: 'Remove a device',
    description: `The removal is final. To use the device again, the user must register it again. ${SECOND}`,
  })
  @ApiNoContentResponse({ description: 'The device is removed. Its signatures are refused from now on.' })
  @MayNeedSecond(REMOVAL)
  @Throws(DeviceErrors.notFound)
  async delete(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { userId, deviceId }: DeviceParams,
  ): Promise<void> {
    await this.devices.remove(await this.#owner(tenant, userId), deviceId, { ifLast: ifLastBy(caller) });
  }

  async #viewed(tenant: Tenant, userId: string, { kind }: Principal): Promise<UserRef> {
    const user = await this.users.get(tenant, userId);
    if (kind === 'operator') await this.views.note(user, 'devices');
    return user.ref;
  }

  async #owner(tenant: Tenant, userId: string): Promise<UserRef> {
    return (await this.users.get(tenant, userId)).ref;
  }
}

/** Requires a second operator's approval when an operator takes away the last second factor. Clients may act alone. */
const ifLastBy = (caller: Principal): IfLastFactor | undefined =>
  caller.kind === 'operator' ? () => demandSecond(caller, REMOVAL) : undefined;
