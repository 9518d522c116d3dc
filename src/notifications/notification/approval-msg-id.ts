/** Builds the `msg_id` of a notification that shows an approval request of the authorization server. */
export const msgIdOfApproval = (requestId: string): string => `approval-${requestId}`;

const APPROVAL = /^approval-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Extracts the id of the approval request from a `msg_id`, if the notification was created for one. */
export function approvalIn(msgId: string): { readonly approvalId?: string } {
  const approvalId = APPROVAL.exec(msgId)?.[1];
  return approvalId === undefined ? {} : { approvalId };
}
