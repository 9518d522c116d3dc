import type { FieldError } from '../../../shared/kernel/index.js';

/** Whether reading the passport's chip is off, offered or required. */
export const chipOffers = ['off', 'offered', 'required'] as const;
export type ChipOffer = (typeof chipOffers)[number];

/** Minimum level of chip authentication required. */
export const chipProofs = ['signed_data', 'genuine_chip'] as const;
export type ChipProof = (typeof chipProofs)[number];

/** Settings for identity verifications that the client starts. Omitted fields use the service's settings. */
export interface IdvSettings {
  readonly review?: boolean;
  readonly matchThreshold?: number;
  readonly retryThreshold?: number;
  readonly leastSharpness?: number;
  readonly clearSharpness?: number;
  readonly leastCertainty?: number;
  readonly mostGlare?: number;
  readonly mostUnseenFields?: number;
  readonly documentTypes?: readonly string[];
  readonly retentionDays?: number;
  readonly duplicateFace?: boolean;
  readonly requireLight?: boolean;
  readonly licencesByFields?: boolean;
  readonly chip?: ChipOffer;
  readonly chipProof?: ChipProof;
  readonly chipApp?: { readonly name: string; readonly link: string };
}

/**
 * Finds errors in the settings for reading chips. `isAllowed` checks the app's link. For live users the link must use
 * https: any app can register a custom scheme, but only the owner of a domain can have an app open its links.
 */
export function chipFaults(
  { chip = 'off', chipApp, documentTypes }: IdvSettings,
  isAllowed: (link: string) => boolean,
  isTest: boolean,
): FieldError[] {
  return [
    ...(chip !== 'off' && !chipApp && !isTest
      ? [{ pointer: '/idv/chipApp', detail: 'Name the app that reads chips, or set chip to off.' }]
      : []),
    ...(chipApp && !isAllowed(chipApp.link)
      ? [
          {
            pointer: '/idv/chipApp/link',
            detail:
              'The link must use https. Clients in test mode can also use a scheme of their own, such as com.example.app:.',
          },
        ]
      : []),
    ...(chip === 'required' && documentTypes && !documentTypes.includes('passport')
      ? [{ pointer: '/idv/documentTypes', detail: 'Must include passport, because the chip is required.' }]
      : []),
  ];
}

/**
 * The enterprise's endpoint to which the service sends a person's data during a verification, and which accepts or
 * rejects the person (KYC).
 */
export interface KycSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: KycAuth;
  readonly timeoutMs: number;
}

export type KycAuth =
  | { readonly type: 'none' }
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'bearer'; readonly token: string };
