import { withoutCode } from './headings.mjs';

const CALL = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)$/;
const PATH = /^\/(?:v1|mobile\/v1)(?:\/\S*)?$/;
const ERROR = /^([a-z]+)\/[a-z][a-z-]*$/;

/**
 * Calls, paths and error codes in backticks must exist in the API documents or the error catalogue. `api` has
 * `operations` as `{ method, path }`, the error `codes`, and `others`: words of the same form with another meaning.
 */
export function apiWordFaults({ pages }, api) {
  if (api === undefined) return [];
  const contexts = new Set(api.codes.map((code) => code.split('/', 1)[0]));
  const known = new Set([...api.codes, ...api.others]);
  const isWrong = (word) => {
    const [, method, called] = CALL.exec(word) ?? [];
    if (called !== undefined)
      return !api.operations.some(
        (one) => one.method === method && variants(called).some((path) => matches(one.path, path)),
      );
    if (known.has(word)) return false;
    if (PATH.test(word)) return !api.operations.some(({ path }) => begins(path, word));
    const [, context] = ERROR.exec(word) ?? [];
    return contexts.has(context);
  };
  return [...pages].flatMap(([path, text]) => {
    const words = [...withoutCode(text).matchAll(/`([^`\n]+)`/g)].map(([, word]) => word);
    return words.filter(isWrong).map((word) => `${path}: the API has no \`${word}\``);
  });
}

/** The paths that a path with an optional part describes: `/v1/users[/{userId}]` describes two. */
const variants = (path) => [path.replace(/\[.*?\]/g, ''), path.replace(/[[\]]/g, '')];

/** Segments of a path without its query, such as `?q=…`. */
const segmentsOf = (path) =>
  path
    .replace(/[?#].*/, '')
    .split('/')
    .filter((part) => part !== '');

const isParameter = (part) => /^\$?\{.+\}$|^…$/.test(part);
const same = (part, written) => part === written || isParameter(part) || isParameter(written);

function matches(path, written) {
  const [parts, given] = [segmentsOf(path), segmentsOf(written)];
  return parts.length === given.length && parts.every((part, at) => same(part, given[at]));
}

const begins = (path, written) =>
  matches(`/${segmentsOf(path).slice(0, segmentsOf(written).length).join('/')}`, written);
