/** The path of the routes of the Shared Signals Framework on the management surface. */
export const SSF = '/v1/ssf';

export const pollUrlOf = ({ managementUrl }: { readonly managementUrl: string }, streamId: string): string =>
  `${managementUrl}${SSF}/streams/${streamId}/events`;
