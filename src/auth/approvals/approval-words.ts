/** Texts of approvals on the phone. Placeholders refer to members of the request. */
export interface ApprovalWords {
  readonly subject: string;
  readonly message: string;
  readonly askedBy: string;
  readonly compare: string;
  /**
   * Introduces the list of data that the client would get about the user; used for clients that are not first-party.
   */
  readonly alsoAsks: string;
  readonly approve: string;
  /** Button label used instead of `approve` when the user signs data from their own app. */
  readonly sign: string;
  readonly decline: string;
  readonly notMe: string;
}

export const approvalWords: Readonly<Record<string, ApprovalWords>> = {
  en: {
    subject: 'Do you approve?',
    message: '{client_name} asks for your approval.',
    askedBy: 'Asked by: {client_name}',
    compare: 'Both screens must show: {binding_message}',
    alsoAsks: 'It could also:',
    approve: 'Approve',
    sign: 'Sign',
    decline: 'Decline',
    notMe: 'It wasn’t me',
  },
  de: {
    subject: 'Möchten Sie das freigeben?',
    message: '{client_name} bittet um Ihre Freigabe.',
    askedBy: 'Angefragt von: {client_name}',
    compare: 'Beide Bildschirme müssen zeigen: {binding_message}',
    alsoAsks: 'Außerdem könnte die Anwendung:',
    approve: 'Freigeben',
    sign: 'Unterschreiben',
    decline: 'Ablehnen',
    notMe: 'Das war ich nicht',
  },
  es: {
    subject: '¿Lo aprueba?',
    message: '{client_name} le pide su aprobación.',
    askedBy: 'Solicitado por: {client_name}',
    compare: 'Ambas pantallas deben mostrar: {binding_message}',
    alsoAsks: 'También podría:',
    approve: 'Aprobar',
    sign: 'Firmar',
    decline: 'Rechazar',
    notMe: 'No fui yo',
  },
  ar: {
    subject: 'هل توافق؟',
    message: 'يطلب {client_name} موافقتك.',
    askedBy: 'الطلب من: {client_name}',
    compare: 'يجب أن تعرض الشاشتان: {binding_message}',
    alsoAsks: 'ويمكنه أيضًا:',
    approve: 'موافقة',
    sign: 'توقيع',
    decline: 'رفض',
    notMe: 'لم أكن أنا',
  },
};
