import { Controller, Delete, Get, HttpCode, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, FourEyes, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import {
  type AskedExport,
  EXPORT_NOTE,
  ExportAsked,
  Exported,
  IdempotentPost,
  ListExports,
  PageQuery,
  Paging,
  Throws,
  ThrowsOnAnyRoute,
} from '../../shared/http/index.js';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { isEvidenceKind } from '../evidence/evidence.js';
import { ReviewErrors } from '../reviews/review.js';
import type { Session } from '../sessions/session.entity.js';
import type { SessionPosition } from '../web-tokens/session-list.repository.js';
import { IdvSessions } from './idv-sessions.service.js';
import { IdvSessionDetailsDto } from './dto/idv-findings.dto.js';
import { IDV_SESSION_COLUMNS, IdvSessionDto } from './dto/idv-session.dto.js';
import { IdvSessionEventDto, IdvSessionEventListDto } from './dto/idv-session-event.dto.js';
import {
  IdvPictureParams,
  IdvSessionListDto,
  IdvSessionParams,
  ListIdvSessionsQuery,
} from './dto/idv-session-query.dto.js';

@ApiTags('Identity verification sessions')
@ThrowsOnAnyRoute()
@Controller('v1/idvSessions')
export class IdvSessionsController {
  constructor(
    private readonly sessions: IdvSessions,
    private readonly paging: Paging,
    private readonly exports: ListExports,
  ) {}

  @Get()
  @Scopes('idv:read')
  @Exported(IdvSessionListDto)
  @ApiOperation({
    summary: 'List verifications',
    description: `By everything that is known of them but the person. The newest come first, unless \`order\` says otherwise. ${EXPORT_NOTE}`,
  })
  async list(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() query: ListIdvSessionsQuery,
    @ExportAsked() asked: AskedExport | undefined,
  ): Promise<IdvSessionListDto | StreamableFile> {
    const page = this.paging.open<SessionPosition>('idvSessions', tenant, query);
    const filter = ListIdvSessionsQuery.toFilter(query);
    if (asked) {
      return this.exports.file({
        ...{ tenant, asked, after: page.after, byOperator: caller.kind === 'operator' },
        ...{ name: 'verifications', columns: IDV_SESSION_COLUMNS },
        read: async (limit, from) => {
          const sessions = await this.sessions.rows(tenant, filter, limit + 1, from);
          const shown = sessions.slice(0, limit);
          const last = sessions.length > limit ? shown.at(-1) : undefined;
          return { rows: shown.map((one) => IdvSessionDto.of(one, this.sessions.now)), end: last && positionOf(last) };
        },
        note: (noted) => this.sessions.noteExport(tenant, filter, noted),
      });
    }
    const found = await this.sessions.page(tenant, caller, filter, page.rowsToRead, page.after);
    return page.answer('idvSessions', found, positionOf, (session) => IdvSessionDto.of(session, this.sessions.now));
  }

  @Get(':sessionId')
  @Scopes('idv:read')
  @ApiOperation({
    summary: 'Look at a verification',
    description:
      'By its `sessionId`, which opens no page of the user. With `idv:review` also what was read and measured; that look is audited.',
  })
  @ApiOkResponse({ type: IdvSessionDetailsDto })
  @Throws(IdvErrors.notFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { sessionId }: IdvSessionParams,
  ): Promise<IdvSessionDetailsDto> {
    return IdvSessionDetailsDto.ofLook(await this.sessions.look({ tenant, sessionId }, caller));
  }

  @Get(':sessionId/events')
  @Scopes('idv:read')
  @ApiOperation({
    summary: 'List what happened in a verification',
    description:
      'The oldest first: steps, attempts, refused pictures, and what reviewers did. It goes with the session.',
  })
  @ApiOkResponse({ type: IdvSessionEventListDto })
  @Throws(IdvErrors.notFound)
  async events(
    @CurrentTenant() tenant: Tenant,
    @Param() { sessionId }: IdvSessionParams,
    @Query() query: PageQuery,
  ): Promise<IdvSessionEventListDto> {
    const page = this.paging.open<string>(`idvSessions/${sessionId}/events`, tenant, query);
    const found = await this.sessions.eventsOf({ tenant, sessionId }, page.rowsToRead, page.after);
    return page.answer(
      'events',
      found,
      ({ eventId }) => eventId,
      (event) => IdvSessionEventDto.of(event),
    );
  }

  @Get(':sessionId/pictures/:kind')
  @Scopes('idv:review')
  @ApiOperation({
    summary: 'Look at a picture of a verification',
    description:
      'In review or later, while it is retained. A plain JPEG. Each look is audited, with who looks. Do not store it.',
  })
  @ApiProduces('image/jpeg')
  @ApiOkResponse({ description: 'The picture.', schema: { type: 'string', format: 'binary' } })
  @Throws(IdvErrors.notFound, ReviewErrors.pictureNotFound, KernelErrors.unavailable)
  async picture(
    @CurrentTenant() tenant: Tenant,
    @Param() { sessionId, kind }: IdvPictureParams,
  ): Promise<StreamableFile> {
    if (!isEvidenceKind(kind)) throw ReviewErrors.pictureNotFound();
    const { info, content } = await this.sessions.openPicture({ tenant, sessionId }, kind);
    return new StreamableFile(content, { type: info.contentType, length: info.bytes, disposition: 'inline' });
  }

  @IdempotentPost(':sessionId/cancel')
  @HttpCode(200)
  @Scopes('idv:write')
  @ApiOperation({
    summary: 'Cancel a verification',
    description: 'Also one in REVIEW. Repeating it changes nothing; a session with another final status is refused.',
  })
  @ApiOkResponse({ type: IdvSessionDto })
  @Throws(IdvErrors.notFound, IdvErrors.statusRefused)
  async cancel(@CurrentTenant() tenant: Tenant, @Param() { sessionId }: IdvSessionParams): Promise<IdvSessionDto> {
    return IdvSessionDto.of(await this.sessions.cancel({ tenant, sessionId }), this.sessions.now);
  }

  @Delete(':sessionId/evidence')
  @HttpCode(204)
  @Scopes('idv:evidence')
  @FourEyes('idv:evidence')
  @ApiOperation({
    summary: 'Remove the evidence of a verification',
    description:
      'Before its retention ends: the pictures, what was read from them, and the words of reviewers, for good. Status and reasons stay. `idv.evidence_removed` tells your other systems. Repeating it changes nothing. Operators need a second one, and say why in the header `Reason`.',
  })
  @ApiNoContentResponse({ description: 'There is no evidence any more.' })
  @Throws(IdvErrors.notFound, IdvErrors.evidenceInUse)
  async removeEvidence(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { sessionId }: IdvSessionParams,
  ): Promise<void> {
    await this.sessions.removeEvidence({ tenant, sessionId }, caller);
  }
}

const positionOf = ({ createdAt, sessionId }: Session): SessionPosition => [createdAt.toISOString(), sessionId];
