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
 * The reason why a pattern cannot be used as it is, if any. SDKs use the regular expressions of their languages: only
 * patterns that JavaScript, Python, Go and Java read as RE2 does are accepted. Others are not guessed.
 */
export const dialectProblem = (pattern: string): string | undefined => {
  const problem = portable.test(pattern)
    ? patternProblem(pattern)
    : 'is not read alike by RE2 and the languages of the SDKs'
  return problem && `The pattern ${pattern} ${problem}.`
}
