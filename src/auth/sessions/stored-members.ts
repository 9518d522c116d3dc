/** Changes which members of a model the protocol engine stores. */
export function changeStoredMembers(model: object, change: (members: readonly string[]) => readonly string[]): void {
  const { IN_PAYLOAD: members } = model as { readonly IN_PAYLOAD: readonly string[] };
  Object.defineProperty(model, 'IN_PAYLOAD', { value: change(members) });
}
