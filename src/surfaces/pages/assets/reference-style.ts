export const REFERENCE_STYLE = ``;
