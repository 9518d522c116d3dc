/** Imported first in a group, this lets the program that users run answer the requests of all its specs. */
process.env['ANSWERED_BY'] = 'program';
