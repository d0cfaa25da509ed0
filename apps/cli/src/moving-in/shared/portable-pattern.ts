import { patternProblem } from '@bunting/engine'

const quantifier = '(?:[*+?]|\\{[0-9]+(?:,[0-9]*)?\\})\\??'
const escaped = '\\\\(?:[dDwWsSnrtfv]|x[0-9A-Fa-f]{2}|[^\\sA-Za-z0-9\\u0080-\\uffff])'
const member = '(?:\\\\(?:[nrtfv]|x[0-9A-Fa-f]{2}|[^\\sA-Za-z0-9\\u0080-\\uffff])|[^\\\\\\[\\]\\ud800-\\udfff-])'
const set = `\\[\\^?(?:\\\\[dDwWsS]|${member}(?:-${member})?)+-?\\]`
const literal = '[^\\\\\\[\\](){}*+?|^$.\\ud800-\\udfff]'
const portable = new RegExp(
  `^(?:(?:${literal}|\\.|${escaped}|${set}|\\))(?:${quantifier})?|\\((?:\\?:)?|[|^$]|\\\\[bB])*$`,
)

/**
 * Why a pattern cannot be taken over as it is, if it cannot. SDKs hand patterns to their languages: what JavaScript, Python,
 * Go and Java read as RE2 does means the same here. Others are not guessed.
 */
export const dialectProblem = (pattern: string): string | undefined => {
  const problem = portable.test(pattern)
    ? patternProblem(pattern)
    : 'is not read alike by RE2 and the languages of the SDKs'
  return problem && `The pattern ${pattern} ${problem}.`
}
