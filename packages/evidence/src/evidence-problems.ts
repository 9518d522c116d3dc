/** The problems of evidence, with sentences for people. The web page translates the sentences. */
export const evidenceProblems = {
  tooLarge: 'The file is larger than 2 MiB: it is no evidence',
  notJson: 'The file is not a JSON object',
  unsound: 'The file is nested too deeply, or has characters that are incomplete',
  namesRepeated: 'The file has a name twice in one place, so that readers may take it for different things',
  members: 'The file does not have exactly the members statement, content, device, receipt and, for some, request',
  statementForm: 'statement: it is not a compact JWS of the documented form',
  receiptForm: 'receipt: it is not a compact JWS of the documented form',
  contentForm: 'content: it does not have the lists actions and body',
  deviceForm: 'device: it has no public_key',
  requestForm: 'request: it has no texts',
  statementMembers: 'statement: it does not have the documented members, and no others',
  statementHeader: 'statement: its header is not that of a statement (ES256)',
  statementDevice: 'statement: it names another device than device.device_id',
  contentDiffers: 'content: it is not what the statement was made about (content_digest differs)',
  notOffered: 'content: the response is not one of its actions',
  statementSignature: 'statement: it is not signed with the key in device.public_key, or it was altered',
  requestDiffers: 'request: the answer is about other details (the actions do not end with the digest of the request)',
  templateDiffers: 'request: its template is not the one that was used (template.digest differs)',
  textDiffers: 'content: the text is not what the template makes of the request',
  receiptMembers: 'receipt: it does not have the documented members, and no others',
  unknownKey: 'receipt: no published key has the id {key}',
  receiptHeader: 'receipt: its header is not that of a receipt',
  receiptSignature: 'receipt: it is not signed with the published key, or it was altered',
  receiptDiffers: 'statement, content or device: not what the receipt was given for (evidence_digest differs)',
  keyNotInUse: 'receipt: its key did not sign at the time of received_at',
  statementTime: 'statement: it was made more than five minutes before or after it was received',
} as const;

export type ProblemCode = keyof typeof evidenceProblems;

export interface EvidenceProblem {
  readonly code: ProblemCode;
  /** The id of a key that was not found. */
  readonly key?: string;
}

export const problemText = (
  { code, key = '' }: EvidenceProblem,
  sentences: Readonly<Record<ProblemCode, string>> = evidenceProblems,
): string => sentences[code].replace('{key}', () => key);
