import { isObject, textIn } from './values.js';

/** The word of the service, by its receipt. The attestation itself is in the evidence. */
export interface AttestationFacts {
  readonly format: string;
  readonly verdict: string;
  readonly protection: string;
  readonly because?: string;
  readonly app?: string;
}

/** From the member of a device, which the receipt has vouched for. */
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

/** The format, where the key is, which app has it, and whether that was verified. */
export const attestationText = ({ format, protection, app, verdict, because }: AttestationFacts): string =>
  [format, protection, app, because === undefined ? verdict : `${verdict} (${because})`]
    .filter((part) => part !== undefined)
    .join(', ');
