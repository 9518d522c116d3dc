import { isObject, textIn } from './values.js';

/**
 * How the service judged the manufacturer's attestation of the device's key. The evidence also contains the attestation
 * itself. The receipt that the service signs covers both.
 */
export interface AttestationFacts {
  readonly format: string;
  readonly verdict: string;
  readonly protection: string;
  readonly because?: string;
  readonly app?: string;
}

/** Reads how the service judged the attestation of a device, from the attestation in the evidence. */
export function attestationOf(value: unknown): { readonly attestation?: AttestationFacts } {
  if (!isObject(value)) return {};
  const { format, verdict, protection, because, app } = value;
  const told = { format: textIn(format), verdict: textIn(verdict), protection: textIn(protection) };
  const more = {
    ...(because !== undefined && { because: textIn(because) }),
    ...(app !== undefined && { app: textIn(app) }),
  };
  return { attestation: { ...told, ...more } };
}

/** Summarizes the format, the protection of the key, the app, and the verdict. */
export const attestationText = ({ format, protection, app, verdict, because }: AttestationFacts): string =>
  [format, protection, app, because === undefined ? verdict : `${verdict} (${because})`]
    .filter((part) => part !== undefined)
    .join(', ');
