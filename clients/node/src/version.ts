/** That of the package; a test compares them. */
export const VERSION = '1.0.0';
