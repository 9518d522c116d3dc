import type { FieldError, JsonObject } from '../../../shared/kernel/index.js';
import { isReason, reasonFacts, reasons as allReasons, reasonsOf, type Reason } from './reasons.js';
import { testEngines, type TestEngine } from './session-settings.js';
import { finalStatuses, type FinalStatus } from './session-status.js';

/** The statuses that the payload of a session in test mode may request as its result. */
const simulated = [...finalStatuses, 'REVIEW'] as const;
type Simulated = FinalStatus | 'REVIEW';

/** The requested result of a session in test mode, which ends without any picture of the user. */
export type Simulation = {
  readonly status: Simulated;
  readonly reasons: readonly Reason[];
};

/** The reasons for which a session may be sent to review. */
const doubts: readonly Reason[] = allReasons.filter((reason) => 'attempt' in reasonFacts[reason]);

/**
 * Reads the requested result from the payload of a session. Returns `undefined` if there is none, or the faults if the
 * values are invalid.
 */
export function simulationIn(
  payload: JsonObject | null,
): Simulation | { readonly faults: readonly FieldError[] } | undefined {
  const asked = payload?.['simulate'];
  if (asked === undefined) return undefined;
  const status = simulated.find((one) => one === asked);
  if (!status) return fault('/payload/simulate', `Must be one of ${simulated.join(', ')}.`);
  const fitting = status === 'REVIEW' ? doubts : reasonsOf(status);
  // Without reasons in the payload, a typical reason is used; a cancelled session has none.
  const given =
    payload?.['reasons'] ??
    (status === 'CANCELLED' ? [] : status === 'REVIEW' ? ['face_mismatch'] : fitting.slice(0, 1));
  if (
    !Array.isArray(given) ||
    given.length > fitting.length ||
    !given.every((one) => isReason(one) && fitting.includes(one))
  )
    return fault('/payload/reasons', `Must be a list of ${fitting.join(', ') || 'nothing'}.`);
  return { status, reasons: given as Reason[] };
}

/**
 * Reads the requested engine from the payload of a session. Returns `undefined` if there is none, or the faults if the
 * value is invalid.
 */
export function testEngineIn(
  payload: JsonObject | null,
): TestEngine | { readonly faults: readonly FieldError[] } | undefined {
  const asked = payload?.['engine'];
  if (asked === undefined) return undefined;
  return (
    testEngines.find((one) => one === asked) ??
    fault('/payload/engine', `Must be ${testEngines.join(' or ')}, or left out.`)
  );
}

const fault = (pointer: string, detail: string) => ({ faults: [{ pointer, detail }] });
