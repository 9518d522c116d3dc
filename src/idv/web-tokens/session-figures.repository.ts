import { Injectable } from '@nestjs/common';
import { bucketOf, type FigureDefinition, HourlyRows, RowFigures } from '../../figures/contract/index.js';
import type { Step } from '../sessions/rules/session-step.js';

/**
 * The steps of the funnel, which shows how many sessions have reached each step. A session at one of these steps has
 * completed all steps before it.
 */
const FUNNEL = ['welcome', 'consent', 'document', 'front', 'confirm', 'selfie', 'optIn', 'done'] as const;
type FunnelStep = (typeof FUNNEL)[number];
/**
 * Steps that only some sessions have. In the funnel, a session at such a step is counted at the last funnel step that
 * it has reached.
 */
const BESIDE: Readonly<Record<Exclude<Step, FunnelStep>, FunnelStep>> = {
  vendor: 'consent',
  back: 'front',
  chip: 'front',
  kyc: 'selfie',
};
const SECONDS = [10, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1_800, 3_600];

/** Computes statistics about sessions, by the hour in which they were created. */
@Injectable()
export class SessionFigures extends RowFigures {
  override readonly hourly: readonly FigureDefinition[] = [
    {
      name: 'idv.sessions',
      unit: 'count',
      description: 'Identity verifications, counted in the hour in which they were created.',
      by: ['outcome', 'reason', 'documentType', 'country', 'clientId'],
      hidesFew: 'country',
    },
    {
      name: 'idv.funnel',
      unit: 'count',
      description: 'How many identity verifications reached each step, counted in the hour in which they were created.',
      by: [],
      keys: FUNNEL,
    },
    {
      name: 'idv.seconds',
      unit: 'seconds',
      description:
        'How long verifications took that ended as VERIFIED, from start to end, including the wait for a reviewer.',
      by: [],
      keys: [...SECONDS.map(String), 'more'],
    },
  ];

  constructor() {
    super(ROWS);
  }
}

const rankOf = (step: string): number => FUNNEL.findIndex((one) => one === step) + 1;
const RANKS = [...FUNNEL.map((step) => [step, step]), ...Object.entries(BESIDE)]
  .map(([step = '', passed = '']) => `WHEN '${step}' THEN ${rankOf(passed)}`)
  .join(' ');

const ROWS = new HourlyRows({
  table: 'idv.session',
  id: 'session_id',
  columns: `t.status, t.reasons, t.document_type, t.document_country, t.client_id,
    coalesce(CASE coalesce(t.last_step, 'welcome') ${RANKS} END, 1) AS rank,
    CASE WHEN t.status = 'VERIFIED' THEN extract(epoch FROM t.finished_at - t.started_at) END AS seconds`,
  rows: 'idv.rows',
  parts: `
    VALUES ('idv.sessions', '', 'all'), ('idv.sessions', 'outcome', r.status),
      ('idv.sessions', 'documentType', r.document_type), ('idv.sessions', 'country', r.document_country),
      ('idv.sessions', 'clientId', r.client_id), ('idv.seconds', '', ${bucketOf('r.seconds', SECONDS)})
    UNION ALL SELECT 'idv.sessions', 'reason', reason FROM unnest(r.reasons) AS reason
    UNION ALL SELECT 'idv.funnel', '', step
      FROM unnest(ARRAY['${FUNNEL.join("', '")}']) WITH ORDINALITY AS steps (step, number) WHERE number <= r.rank`,
});
