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
 * Why a pattern cannot be taken over as it is, if it cannot. LaunchDarkly's SDKs hand it to their languages: what those
 * and RE2 read alike is the same here.
 */
export const dialectProblem = (pattern: string): string | undefined =>
  portable.test(pattern) ? patternProblem(pattern) : 'is not read alike by RE2 and the languages of the SDKs'
