import type { FieldError } from '../../../shared/kernel/index.js';

/** Whether users may, or must, have the chip of their passport read. */
export const chipOffers = ['off', 'offered', 'required'] as const;
export type ChipOffer = (typeof chipOffers)[number];

/** The least that a chip must prove. */
export const chipProofs = ['signed_data', 'genuine_chip'] as const;
export type ChipProof = (typeof chipProofs)[number];

/** How identity verifications that the client starts are judged. What is absent follows the service's settings. */
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

/** Only the owner of a domain has its https links opened by an app. Any app can take a scheme. */
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
