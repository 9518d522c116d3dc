/** Language of messages to users whose language is unknown (BCP 47). */
export const DEFAULT_LANGUAGE = 'en';
