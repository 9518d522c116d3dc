import { KernelErrors } from '../../shared/kernel/index.js';

const decidedHere = ['iss', 'aud', 'events_supported', 'min_verification_interval'] as const;
type DecidedHere = Readonly<Partial<Record<(typeof decidedHere)[number], unknown>>>;

/** Refuses changed values of members that only the service sets. A receiver may send them back unchanged. */
export function demandSame(sent: DecidedHere, present: DecidedHere): void {
  const errors = decidedHere
    .filter((name) => sent[name] !== undefined && JSON.stringify(sent[name]) !== JSON.stringify(present[name]))
    .map((name) => ({
      pointer: `/${name}`,
      detail: 'The service decides this. Send the value that it answers, or none.',
    }));
  if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
}
