import { patternProblem } from '@bunting/engine'
import { byHand } from './by-hand.ts'

/** Escapes that other dialects read alike; \s, \S and a dot differ in characters that nobody types into an attribute. */
const sameEscape = /\\(?:[dDwWsSbBnrtfv]|x[0-9A-Fa-f]{2}|[^A-Za-z0-9])/y

/** A pattern of another dialect that means the same in RE2's. Others are not guessed. */
export const portablePattern = (pattern: string, wrap: (pattern: string) => string = (same) => same): string => {
  for (let at = pattern.indexOf('\\'); at >= 0; at = pattern.indexOf('\\', sameEscape.lastIndex)) {
    sameEscape.lastIndex = at
    if (!sameEscape.test(pattern)) byHand('operator', `the pattern ${pattern} has an escape that RE2 reads otherwise`)
  }
  if (/\[\[?:/.test(pattern)) byHand('operator', `the pattern ${pattern} has a class that RE2 reads otherwise`)
  const wrapped = wrap(pattern)
  const problem = patternProblem(wrapped)
  return problem === undefined ? wrapped : byHand('operator', `the pattern ${pattern} ${problem}`)
}
