import { patternProblem } from '@bunting/engine'
import { RE2JS } from 're2js'

/** The placeholder for the key of any flag in a pattern. */
const placeholder = 'FLAG_KEY'
const keyGroup = 'flag_key'
const anyKey = `(?P<${keyGroup}>[A-Za-z0-9][A-Za-z0-9._-]*)`

const filledIn = (pattern: string): string => pattern.replace(placeholder, () => anyKey)

/** Returns the reason why a pattern cannot find aliases, if any. */
export const aliasPatternProblem = (pattern: string): string | undefined => {
  if (pattern.split(placeholder).length !== 2) return `must contain ${placeholder} once, where the flag's key stands`
  const whole = filledIn(pattern)
  const problem = patternProblem(whole)
  if (problem !== undefined) return problem
  return RE2JS.compile(whole).groupCount() === 2
    ? undefined
    : `must have one group in parentheses besides ${placeholder}: the alias`
}

export type AliasPattern = {
  /** The maximum number of steps per character. */
  size: number
  /** Calls back for each alias in a text, with its key. */
  search(text: string, found: (key: string, alias: string) => void): void
}

/** Compiles a pattern with RE2, which matches any pattern in linear time. */
export const compileAliasPattern = (pattern: string): AliasPattern => {
  const compiled = RE2JS.compile(filledIn(pattern))
  const aliasAt = compiled.namedGroups()[keyGroup] === 1 ? 2 : 1
  return {
    size: compiled.programSize(),
    search: (text, found) => {
      const matcher = compiled.matcher(text)
      while (matcher.find()) {
        const key = matcher.group(keyGroup)
        const alias = matcher.group(aliasAt)
        if (key && alias) found(key, alias)
      }
    },
  }
}
