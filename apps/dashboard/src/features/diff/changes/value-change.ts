import { isolate } from '@bunting/contract/text'
import type { FlagValue } from '@bunting/engine'
import { sayValue } from '../../../format/say-value.ts'
import { capital } from '../words/words.ts'
import type { Change } from './change.ts'
import { type PathChange, pathChanges } from './path-changes.ts'

/** The change of a value: for documents the paths that differ, for other values `otherwise`. */
export const valueChange = (
  before: FlagValue,
  after: FlagValue,
  otherwise: string,
): Pick<Change, 'what' | 'before' | 'after'> => {
  const changes = typeof before === 'object' && typeof after === 'object' ? pathChanges(before, after) : []
  // Documents with nothing in common are shown whole.
  if (changes.length === 0 || changes[0]?.path === '') {
    return { what: otherwise, before: { kind: 'value', value: before }, after: { kind: 'value', value: after } }
  }
  return { what: sayPaths(changes), before: { kind: 'paths', changes }, after: { kind: 'paths', changes } }
}

/** The paths in words: `Changes columns from 3 to 4`; `Changes 2 members, adds 1`. */
const sayPaths = (changes: readonly PathChange[]): string => {
  const [first] = changes
  if (first && changes.length === 1) return sayPath(first)
  const added = changes.filter(({ before }) => before === undefined).length
  const removed = changes.filter(({ after }) => after === undefined).length
  const parts = [
    { verb: 'changes', many: changes.length - added - removed },
    { verb: 'adds', many: added },
    { verb: 'removes', many: removed },
  ].filter(({ many }) => many > 0)
  const noun = (many: number) => (many === 1 ? 'member' : 'members')
  return capital(parts.map(({ verb, many }, at) => `${verb} ${many}${at === 0 ? ` ${noun(many)}` : ''}`).join(', '))
}

const sayPath = ({ path, before, after }: PathChange): string => {
  if (before === undefined) return `Adds ${isolate(path)}`
  if (after === undefined) return `Removes ${isolate(path)}`
  return `Changes ${isolate(path)} from ${isolate(sayJson(before))} to ${isolate(sayJson(after))}`
}

const sayJson = (value: (PathChange['before'] & {}) | null): string => (value === null ? 'null' : sayValue(value))
