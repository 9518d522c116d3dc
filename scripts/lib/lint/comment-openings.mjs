/**
 * Words with which a comment must not begin. They put the object or a question before the subject, so that readers must
 * read the sentence twice.
 */
const INVERTED = /^[\s*]*(Of|What|Whoever|Those|So|Beside|Nobody)\b/;

/** A rule in the format of ESLint plugins, which oxlint supports. */
export const commentOpenings = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { inverted: 'A comment begins with a noun or a verb, not with "{{word}}".' },
  },
  create: ({ sourceCode, report }) => ({
    Program() {
      for (const comment of sourceCode.getAllComments()) {
        const word = INVERTED.exec(comment.value)?.[1];
        if (word !== undefined && !continuesLineAbove(sourceCode, comment))
          report({ loc: comment.loc, messageId: 'inverted', data: { word } });
      }
    },
  }),
};

/** Whether the comment continues a `//` comment in the line above. Such a line may begin with any word. */
function continuesLineAbove(sourceCode, { type, loc }) {
  return type === 'Line' && /^\s*\/\//.test(sourceCode.lines[loc.start.line - 2] ?? '');
}
