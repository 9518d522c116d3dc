import { Controller, Delete, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, CurrentTenant, nameOf, type Principal, Scopes } from '../../shared/auth-guard/index.js';
import { IdempotentPost, Throws, ThrowsOnAnyRoute } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { ReviewErrors } from '../reviews/review.js';
import { Reviews } from '../reviews/reviews.service.js';
import { IdvSessionDto } from './dto/idv-session.dto.js';
import { IdvSessionParams } from './dto/idv-session-query.dto.js';

@ApiTags('Identity verification reviews')
@Scopes('idv:review')
@ThrowsOnAnyRoute()
@Throws(ReviewErrors.reviewNotFound)
@Controller('v1/idvSessions/:sessionId/claim')
export class ReviewClaimsController {
  constructor(private readonly reviews: Reviews) {}

  @IdempotentPost()
  @HttpCode(200)
  @ApiOperation({
    operationId: 'IdvSessions_claim',
    summary: 'Claim a review',
    description:
      'Reserves the review for the caller for 15 minutes. During this time, only the caller can claim or decide it. This prevents two people from working on the same review. To reserve it for another 15 minutes from now, claim it again.',
  })
  @ApiOkResponse({ type: IdvSessionDto })
  @Throws(ReviewErrors.reviewDecided, ReviewErrors.reviewClaimed)
  async claim(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { sessionId }: IdvSessionParams,
  ): Promise<IdvSessionDto> {
    return IdvSessionDto.of(await this.reviews.claim({ tenant, sessionId }, nameOf(caller)), this.reviews.now);
  }

  @Delete()
  @HttpCode(204)
  @ApiOperation({
    operationId: 'IdvSessions_release',
    summary: 'Release a claimed review',
    description: "Releases the caller's own claim. Claims of others are not changed.",
  })
  @ApiNoContentResponse({ description: 'The caller has no claim on this review.' })
  async release(
    @CurrentTenant() tenant: Tenant,
    @CurrentPrincipal() caller: Principal,
    @Param() { sessionId }: IdvSessionParams,
  ): Promise<void> {
    await this.reviews.release({ tenant, sessionId }, nameOf(caller));
  }
}
