// Asks a person to approve one payment on the phone, and waits for the token that is valid for exactly this payment.
import * as oidc from 'openid-client';

const REFUSALS = {
  access_denied: 'The person declined.',
  expired_token: 'The person did not answer in time.',
  transaction_failed: 'The request was cancelled.',
  unknown_user_id: 'There is no such person, or the person has no phone that can approve.',
  temporarily_unavailable: 'The person has too many requests. Try again in a minute.',
};

export const paymentOf = ({ amount, currency, payee, iban, reference }) => ({
  type: 'payment_initiation',
  instructedAmount: { amount, currency },
  creditorName: payee,
  creditorAccount: { iban },
  ...(reference && { remittanceInformationUnstructured: reference }),
});

/** Returns the token, or the reason why there is none, as a sentence that the model can repeat to the person. */
export async function approved(config, person, payment, { signal } = {}) {
  try {
    const request = await oidc.initiateBackchannelAuthentication(config, {
      scope: 'openid',
      login_hint: person,
      authorization_details: JSON.stringify([paymentOf(payment)]),
    });
    const tokens = await oidc.pollBackchannelAuthenticationGrant(config, request, undefined, { signal });
    return { token: tokens.access_token, approval: tokens.claims().approval };
  } catch (error) {
    const why = REFUSALS[error.error ?? error.cause?.error];
    if (why === undefined) throw error;
    return { why };
  }
}
