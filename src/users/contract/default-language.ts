/** Of messages to users of whom no language is known (BCP 47). */
export const DEFAULT_LANGUAGE = 'en';
