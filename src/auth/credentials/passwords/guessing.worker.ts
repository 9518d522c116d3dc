/**
 * Estimates how hard a password is to guess. It takes up to a second of a processor's time, and the dictionaries much
 * memory: so it runs in a thread of its own. As text, since the thread loads packages and nothing of ours; package names
 * are resolved by whoever starts it.
 */
export const GUESSING_WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const { ZxcvbnFactory } = require(workerData.core);
const languages = Object.entries(workerData.languages).map(([name, path]) => [name, require(path)]);
const dictionary = {};
for (const [name, { dictionary: words }] of languages) {
  for (const [kind, list] of Object.entries(words)) dictionary[name + '/' + kind] = list;
}
const graphs = languages.find(([name]) => name === 'common')[1].adjacencyGraphs;
const estimate = new ZxcvbnFactory({ dictionary, graphs, maxLength: 64, l33tMaxSubstitutions: 10 });
parentPort.on('message', ({ password, inputs }) => {
  parentPort.postMessage({ score: estimate.check(password, inputs).score });
});
`;
