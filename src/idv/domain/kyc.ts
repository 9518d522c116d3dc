/** The kind of the job that asks the enterprise about a person. */
export const ASK_KYC = 'idv/ask-kyc';
