/** The only part of `figures` that other contexts may import. It imports no module, service or entity itself. */
export { bucketOf, HourlyRows, oldestIn } from '../roll-up/hourly-rows.js';
export type { Hours } from '../roll-up/hours.js';
export {
  type AttentionReader,
  AttentionSource,
  MOST_COUNTED,
  type Need,
  severities,
  type Severity,
} from './attention.port.js';
export {
  type CountedTenant,
  FigureCounters,
  type FigureDefinition,
  FigureSource,
  type HourlyCount,
  type KeyCount,
  RowFigures,
} from './figure-source.port.js';
