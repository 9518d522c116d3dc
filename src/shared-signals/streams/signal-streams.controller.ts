import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Put, Query, UseGuards } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { CONFIG, type Config } from '../../config.js';
import { CurrentPrincipal, CurrentTenant, issuerOf, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { type Tenant, KernelErrors } from '../../shared/kernel/index.js';
import { SharedSignalsErrors } from '../contract/shared-signals.errors.js';
import { type OpenedStream, SignalStreams } from './signal-streams.service.js';
import { pollUrlOf, ownerOf } from './signal-stream.js';
import {
  ChangeSignalStreamDto,
  ChangeSignalStreamStatusDto,
  CreateSignalStreamDto,
  OneStreamQuery,
  ReplaceSignalStreamDto,
  SignalStreamDto,
  SignalStreamStatusDto,
  type StreamPlaces,
  StreamQuery,
} from './stream-form.dto.js';
import { ProgramsOnly } from './programs-only.guard.js';

@ApiTags('Shared signals')
@ApiExtraModels(SignalStreamDto)
@UseGuards(ProgramsOnly)
@Controller('v1/ssf')
@ThrowsOnAnyRoute()
export class SignalStreamsController {
  readonly #places: StreamPlaces;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly streams: SignalStreams,
  ) {
    this.#places = { issuer: issuerOf(config), pollUrl: (streamId) => pollUrlOf(config, streamId) };
  }

  @Get('streams')
  @Scopes('ssf.read')
  @ApiOperation({
    summary: 'Get a stream, or list your streams',
    description:
      'With `stream_id`, returns one stream. Without it, returns a list, which is empty until you create a stream.',
  })
  @ApiOkResponse({
    description: 'The stream, or the list.',
    schema: {
      oneOf: [
        { $ref: getSchemaPath(SignalStreamDto) },
        { type: 'array', items: { $ref: getSchemaPath(SignalStreamDto) } },
      ],
    },
  })
  @Throws(SharedSignalsErrors.streamNotFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() { stream_id }: StreamQuery,
  ): Promise<SignalStreamDto | SignalStreamDto[]> {
    const owner = ownerOf(tenant, caller);
    if (stream_id !== undefined) return this.#shown(await this.streams.find(owner, stream_id));
    return (await this.streams.list(owner)).map((opened) => this.#shown(opened));
  }

  @IdempotentPost('streams')
  @Scopes('ssf.manage')
  @ApiOperation({
    summary: 'Create a stream',
    description:
      'A client can have one stream. A new stream covers all users of the enterprise, and is enabled at once. The `authorization_header` is never shown again.',
  })
  @ApiCreatedResponse({ type: SignalStreamDto })
  @Throws(SharedSignalsErrors.streamExists)
  async create(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() body: CreateSignalStreamDto,
  ): Promise<SignalStreamDto> {
    return this.#shown(await this.streams.create(ownerOf(tenant, caller), CreateSignalStreamDto.toSettings(body)));
  }

  @Patch('streams')
  @Scopes('ssf.manage')
  @ApiOperation({ summary: 'Change a stream', description: 'Changes only the fields that you send.' })
  @ApiOkResponse({ type: SignalStreamDto })
  @Throws(SharedSignalsErrors.streamNotFound)
  async update(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() body: ChangeSignalStreamDto,
  ): Promise<SignalStreamDto> {
    const owner = ownerOf(tenant, caller);
    demandSame(body, this.#shown(await this.streams.find(owner, body.stream_id)));
    return this.#shown(await this.streams.change(owner, body.stream_id, ChangeSignalStreamDto.toChanges(body)));
  }

  @Put('streams')
  @Scopes('ssf.manage')
  @ApiOperation({
    summary: 'Replace a stream',
    description: 'An omitted field gets its default value. The id and the status of the stream do not change.',
  })
  @ApiOkResponse({ type: SignalStreamDto })
  @Throws(SharedSignalsErrors.streamNotFound)
  async replace(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() body: ReplaceSignalStreamDto,
  ): Promise<SignalStreamDto> {
    const owner = ownerOf(tenant, caller);
    demandSame(body, this.#shown(await this.streams.find(owner, body.stream_id)));
    return this.#shown(await this.streams.change(owner, body.stream_id, CreateSignalStreamDto.toSettings(body)));
  }

  @Delete('streams')
  @HttpCode(204)
  @Scopes('ssf.manage')
  @ApiOperation({ summary: 'Delete a stream', description: 'Events that are waiting to be delivered are discarded.' })
  @ApiNoContentResponse({ description: 'The stream is deleted.' })
  @Throws(SharedSignalsErrors.streamNotFound)
  async delete(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() { stream_id }: OneStreamQuery,
  ): Promise<void> {
    await this.streams.remove(ownerOf(tenant, caller), stream_id);
  }

  @Get('status')
  @Scopes('ssf.read')
  @ApiOperation({
    summary: 'Get the status of a stream',
    description: 'Returns the status of the stream, and the reason if one was given.',
  })
  @ApiOkResponse({ type: SignalStreamStatusDto })
  @Throws(SharedSignalsErrors.streamNotFound)
  async getStatus(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() { stream_id }: OneStreamQuery,
  ): Promise<SignalStreamStatusDto> {
    return SignalStreamStatusDto.of((await this.streams.find(ownerOf(tenant, caller), stream_id)).stream);
  }

  @IdempotentPost('status')
  @HttpCode(200)
  @Scopes('ssf.manage')
  @ApiOperation({
    summary: 'Set the status of a stream',
    description: 'Events that were stored while the stream was paused are delivered when it is enabled again.',
  })
  @ApiOkResponse({ type: SignalStreamStatusDto })
  @Throws(SharedSignalsErrors.streamNotFound)
  async setStatus(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Body() { stream_id, status, reason }: ChangeSignalStreamStatusDto,
  ): Promise<SignalStreamStatusDto> {
    const owner = ownerOf(tenant, caller);
    return SignalStreamStatusDto.of(await this.streams.setStatus(owner, stream_id, status, reason ?? null));
  }

  #shown({ stream, delivery }: OpenedStream): SignalStreamDto {
    return SignalStreamDto.of(stream, delivery, this.#places);
  }
}

const decidedHere = ['iss', 'aud', 'events_supported', 'min_verification_interval'] as const;
type DecidedHere = Readonly<Partial<Record<(typeof decidedHere)[number], unknown>>>;

/** Refuses changed values for members that only the service sets. A receiver may send those members back unchanged. */
function demandSame(sent: DecidedHere, present: DecidedHere): void {
  const errors = decidedHere
    .filter((name) => sent[name] !== undefined && JSON.stringify(sent[name]) !== JSON.stringify(present[name]))
    .map((name) => ({
      pointer: `/${name}`,
      detail: 'The service decides this. Send the value that it answers, or none.',
    }));
  if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
}
