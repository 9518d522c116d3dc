import { Body, Controller, Get, HttpCode, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, nameOf, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import { Paging } from '../../shared/fields/index.js';
import { KernelErrors, type Tenant } from '../../shared/kernel/index.js';
import { isEvidenceKind } from '../evidence/evidence.js';
import { ReviewErrors } from './review.js';
import { Reviews, type ReviewPosition } from './reviews.service.js';
import {
  DecidedIdvReviewDto,
  DecideIdvReviewDto,
  ListReviewsQuery,
  PictureParams,
  IdvReviewDetailsDto,
  IdvReviewDto,
  IdvReviewListDto,
  ReviewParams,
} from './dto/review.dto.js';

@ApiTags('Identity verification reviews')
@Scopes('idv:review')
@ThrowsOnAnyRoute()
@Controller('v1/idvReviews')
export class IdvReviewsController {
  constructor(
    private readonly reviews: Reviews,
    private readonly paging: Paging,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the reviews that are waiting for a decision',
    description: 'The review that has waited longest is listed first. Reviews that have been decided are not listed.',
  })
  @ApiOkResponse({ type: IdvReviewListDto })
  async list(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Query() query: ListReviewsQuery,
  ): Promise<IdvReviewListDto> {
    const page = this.paging.open<ReviewPosition>('idvReviews', tenant, query);
    const { userId, reason, overdue } = query;
    const claimed = query.claimed === 'mine' ? { by: nameOf(caller) } : query.claimed;
    const filter = { userId, reason, overdue: overdue && overdue === 'only', claimed };
    const found = await this.reviews.page(tenant, filter, page.rowsToRead, page.after);
    if (caller.kind === 'operator') await this.reviews.noteSearch(tenant, filter, Math.min(found.length, page.limit));
    return page.answer(
      'idvReviews',
      found,
      ({ session }): ReviewPosition => [session.touchedAt.toISOString(), session.sessionId],
      (review) => IdvReviewDto.of(review, this.reviews.now, caller.kind === 'operator'),
    );
  }

  @Get(':reviewId')
  @ApiOperation({
    summary: 'Get a review',
    description:
      'Returns the data that was read, the values that were measured, the list of pictures, and the decisions so far. Each read is recorded in the audit log.',
  })
  @ApiOkResponse({ type: IdvReviewDetailsDto })
  @Throws(ReviewErrors.reviewNotFound)
  async get(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() { kind }: Principal,
    @Param() { reviewId }: ReviewParams,
  ): Promise<IdvReviewDetailsDto> {
    const details = await this.reviews.look({ tenant, sessionId: reviewId });
    return IdvReviewDetailsDto.ofDetails(details, this.reviews.now, kind === 'operator');
  }

  @Get(':reviewId/pictures/:kind')
  @ApiOperation({
    summary: 'Get a picture of a review',
    description:
      'The response is a JPEG file. Each read is recorded in the audit log, with the client that made it. Do not store the picture.',
  })
  @ApiProduces('image/jpeg')
  @ApiOkResponse({ description: 'The picture.', schema: { type: 'string', format: 'binary' } })
  @Throws(ReviewErrors.reviewNotFound, ReviewErrors.pictureNotFound, KernelErrors.unavailable)
  async picture(@CurrentTenant() tenant: Tenant, @Param() { reviewId, kind }: PictureParams): Promise<StreamableFile> {
    if (!isEvidenceKind(kind)) throw ReviewErrors.pictureNotFound();
    const { info, content } = await this.reviews.openPicture({ tenant, sessionId: reviewId }, kind);
    return new StreamableFile(content, { type: info.contentType, length: info.bytes, disposition: 'inline' });
  }

  @IdempotentPost(':reviewId/decision')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Decide a review',
    description:
      'Ends the verification session with the outcome that you send. The webhook `idv.finished` notifies your other systems. With the four-eyes principle, the first decision is only stored. The session ends when a second person makes the same decision. A different decision replaces the first one.',
  })
  @ApiOkResponse({ type: DecidedIdvReviewDto })
  @Throws(
    ReviewErrors.reviewNotFound,
    ReviewErrors.reviewDecided,
    ReviewErrors.reviewClaimed,
    ReviewErrors.ownReview,
    ReviewErrors.sameReviewer,
    ReviewErrors.documentTaken,
    ReviewErrors.reasonUnfitting,
  )
  async decide(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { reviewId }: ReviewParams,
    @Body() { outcome, reason, reasons = [] }: DecideIdvReviewDto,
  ): Promise<DecidedIdvReviewDto> {
    const operator = caller.kind === 'operator' ? caller.sub : undefined;
    const given = { by: nameOf(caller), operator, outcome, reasons, reason };
    const { session, decision } = await this.reviews.decide({ tenant, sessionId: reviewId }, given);
    return { reviewId, status: session.status, final: decision.final };
  }
}
