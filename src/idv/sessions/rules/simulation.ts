import type { FieldError, JsonObject } from '../../../shared/kernel/index.js';
import { isReason, reasonsOf, type Reason } from './reasons.js';
import { testEngines, type TestEngine } from './session-settings.js';
import { finalStatuses, type FinalStatus } from './session-status.js';

/** How a session in test mode ends, without any picture. */
export type Simulation = {
  readonly status: FinalStatus;
  readonly reasons: readonly Reason[];
};

/** Reads what a payload asks for. `undefined`: nothing. A list of faults: values that cannot be simulated. */
export function simulationIn(
  payload: JsonObject | null,
): Simulation | { readonly faults: readonly FieldError[] } | undefined {
  const asked = payload?.['simulate'];
  if (asked === undefined) return undefined;
  const status = finalStatuses.find((one) => one === asked);
  if (!status) return fault('/payload/simulate', `Must be one of ${finalStatuses.join(', ')}.`);
  const fitting = reasonsOf(status);
  // Most sessions are cancelled without one.
  const given = payload?.['reasons'] ?? (status === 'CANCELLED' ? [] : fitting.slice(0, 1));
  if (
    !Array.isArray(given) ||
    given.length > fitting.length ||
    !given.every((one) => isReason(one) && fitting.includes(one))
  )
    return fault('/payload/reasons', `Must be a list of ${fitting.join(', ') || 'nothing'}.`);
  return { status, reasons: given as Reason[] };
}

/** The engine that a payload asks for, or what is wrong about it. */
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
