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
  Throws,
  ThrowsOnAnyRoute,
} from '../../shared/http/index.js';
import { PageQuery, Paging } from '../../shared/fields/index.js';
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
    summary: 'List identity verifications',
    description: `You can filter by everything about a session except personal data. Sessions are listed newest first, unless \`order\` says otherwise. ${EXPORT_NOTE}`,
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
    summary: 'Get an identity verification',
    description:
      "Use the `sessionId`. Unlike the `web_session_id`, it does not give access to the user's pages. Callers with the scope `idv:review` also get the data that was read and the values that were measured. Each such read is recorded in the audit log.",
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
    summary: 'List the events of an identity verification',
    description:
      'Events are listed oldest first. Events are steps, attempts, refused pictures, and actions of reviewers. They are deleted together with the session.',
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
    summary: 'Get a picture of an identity verification',
    description:
      'You can read the pictures from the time at which the session enters review until their retention period ends. The response is a JPEG file. Each read is recorded in the audit log, with the caller. Do not store the picture.',
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
    summary: 'Cancel an identity verification',
    description:
      'A session in REVIEW can be cancelled too. If the session is already cancelled, nothing changes. A session with another final status cannot be cancelled.',
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
    summary: 'Delete the evidence of an identity verification',
    description:
      'Permanently deletes the evidence before its retention period ends: the pictures, the data read from them, and the notes of reviewers. The status and the reasons remain. The webhook `idv.evidence_removed` notifies your other systems. If the evidence has already been deleted, nothing changes. An operator needs the approval of a second operator, and must give a reason in the header `Reason`.',
  })
  @ApiNoContentResponse({ description: 'The evidence is no longer stored.' })
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
