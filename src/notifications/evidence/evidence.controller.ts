import { Controller, Get, Inject, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { EvidenceKeys } from '../../auth/contract/index.js';
import { CONFIG, type Config } from '../../config.js';
import { WithoutToken } from '../../shared/auth-guard/index.js';
import { Throws } from '../../shared/http/index.js';
import { Clock, KernelErrors } from '../../shared/kernel/index.js';
import { PageErrors, PageSender } from '../../shared/pages/index.js';
import { EVIDENCE_PAGE, evidenceView } from './evidence.view.js';
import type { Words } from './words/en.words.js';

/**
 * Serves the page on which anyone can verify the evidence of a signed answer. It is a single file that contains the
 * published keys and is not allowed to make any network connections.
 */
@ApiExcludeController()
@UseFilters(PageErrors)
@Throws(KernelErrors.tooManyRequests, KernelErrors.unavailable)
@WithoutToken('anyone may verify evidence')
@Controller(EVIDENCE_PAGE)
export class EvidenceController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly pages: PageSender<Words>,
    private readonly keys: EvidenceKeys,
    private readonly clock: Clock,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { language, brand } = await this.pages.settingFor(request);
    const title = language.words.verifyEvidence;
    const keys = { keys: await this.keys.published() };
    const copied = { at: this.clock.now(), from: `${this.config.authUrl}/.well-known/evidence-keys.json` };
    const main = evidenceView({ language, keys, copied });
    this.pages.send(request, response, 200, { language, brand, title, main, wide: true, path: EVIDENCE_PAGE });
  }
}
