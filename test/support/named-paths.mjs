import { buildArgv } from 'jest';

/** The patterns of paths that the command line names. */
export const { _: namedPaths } = await buildArgv(process.argv.slice(2));
