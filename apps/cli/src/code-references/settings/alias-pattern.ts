import { patternProblem } from '@bunting/engine'
import { RE2JS } from 're2js'

/** Stands for the key of any flag in a pattern. */
const placeholder = 'FLAG_KEY'
const keyGroup = 'flag_key'
const anyKey = `(?P<${keyGroup}>[A-Za-z0-9][A-Za-z0-9._-]*)`

const filledIn = (pattern: string): string => pattern.replace(placeholder, () => anyKey)

/** The reason why a pattern cannot find aliases, if any. */
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
  /** The number of steps that a character costs at most. */
  size: number
  /** Calls back for each alias in a text, with the key that it stands for. */
  search(text: string, found: (key: string, alias: string) => void): void
}

/** RE2 matches in linear time, whatever the pattern. */
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
