/** The path of the Shared Signals Framework on the management listener. */
export const SSF = '/v1/ssf';

export const pollUrlOf = ({ managementUrl }: { readonly managementUrl: string }, streamId: string): string =>
  `${managementUrl}${SSF}/streams/${streamId}/events`;
