/**
 * The colours with which the page lights a face, one after the other. Each leaves out at least one of the screen's
 * primary colours.
 */
export const lightColours = ['red', 'green', 'blue', 'yellow', 'cyan', 'magenta'] as const;

export type LightColour = (typeof lightColours)[number];
