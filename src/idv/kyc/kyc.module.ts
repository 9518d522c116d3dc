import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AskKyc } from './ask-kyc.job.js';
import { KycEndpoint } from './kyc-endpoint.service.js';

/** Asks the endpoint of the enterprise whether it accepts the person. */
@Module({ imports: [OutboundModule, EvidenceModule, SessionsModule], providers: [AskKyc, KycEndpoint] })
export class KycModule {}
