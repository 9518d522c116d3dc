/** Colours that the page lights a face with, one after the other. Each takes light of its screen's primaries away. */
export const lightColours = ['red', 'green', 'blue', 'yellow', 'cyan', 'magenta'] as const;

export type LightColour = (typeof lightColours)[number];
