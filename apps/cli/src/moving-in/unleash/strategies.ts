import { configLimits, type HashKind, type ShareCondition } from '@bunting/engine'
import { all, compare, inSegment, type Tree } from '../shared/tree.ts'
import { attributeOf } from './attributes.ts'
import { constraintsTree, type Scope } from './constraints.ts'
import type { TheirStrategy } from './schema.ts'

export type StrategyScope = Scope & {
  flagName: string
  engine: 'node' | 'yggdrasil'
  hashKind: HashKind
  /** The segment's key in Bunting; undefined if there is no such segment. */
  segmentKey(id: number): string | undefined
  /** Creates segments for ids that are too many for a condition, and returns their keys. */
  addList(name: string, ids: readonly string[]): string[]
}

/** The unit that is hashed; without `bucketBy` it is the user. */
export type Unit = { bucketBy?: string }

export type Draw = Unit & { percentage: number; salt: string }

/** The audience of a strategy, and the percentage of it that is drawn. */
export type Audience = { tree: Tree; draw?: Draw }

/** The percentage, computed as Unleash's SDKs compare whole buckets from 1 to 100 with the parameter. */
const percentageOf = (parameter: unknown): number => {
  const limit = Number(parameter ?? Number.NaN)
  let count = 0
  for (let bucket = 1; bucket <= 100; bucket++) if (bucket <= limit) count++
  return count
}

export const textOf = (strategy: TheirStrategy, name: string): string | undefined => {
  const value = strategy.parameters?.[name]
  return value === null || value === undefined ? undefined : String(value)
}

const groupOf = (strategy: TheirStrategy, { engine, flagName, notes }: StrategyScope): string => {
  const groupId = textOf(strategy, 'groupId')
  if (groupId) return groupId
  notes.widened(
    'engine-differs',
    "A strategy has no groupId: Unleash's Node SDK takes none, yggdrasil the flag's name.",
  )
  return engine === 'yggdrasil' ? flagName : ''
}

/** The unit of a stickiness. `isRandom`: Unleash draws a context without a unit anew each time. */
export const stickyUnit = (stickiness: string | undefined, scope: Scope): Unit & { isRandom: boolean } => {
  const field = stickiness || 'default'
  if (field === 'default' || field === 'random') return { isRandom: true }
  return { bucketBy: attributeOf(field, scope.rename, scope.notes), isRandom: false }
}

const randomUnit = (scope: Scope): void =>
  scope.notes.widened(
    'random-unit',
    'Unleash draws anew each time for contexts without a user or session, or for all where it is told to. Here people are drawn by userId, else anonymousId, and others are not in.',
  )

const drawn = (
  parameter: unknown,
  groupId: string,
  unit: Unit & { isRandom: boolean },
  scope: StrategyScope,
): Audience => {
  const percentage = percentageOf(parameter)
  const { isRandom, ...rest } = unit
  if (isRandom && percentage === 100) return { tree: true }
  if (isRandom && percentage > 0) randomUnit(scope)
  return { tree: true, draw: { percentage, salt: `${groupId}:`, ...rest } }
}

type Convert = (strategy: TheirStrategy, scope: StrategyScope) => Audience

const userWithId: Convert = (strategy, scope) => {
  const { rename, notes, addList } = scope
  const texts = textOf(strategy, 'userIds')
  const ids = texts ? [...new Set(texts.split(/\s*,\s*/))] : []
  const attribute = attributeOf('userId', rename, notes)
  if (ids.length <= configLimits.values) return { tree: ids.length > 0 && compare(attribute, 'in', ids) }
  const listed = ids.filter((id) => id !== '')
  return { tree: inSegment(addList(`users-${strategy.id ?? 'with-id'}`, listed)) }
}

const gradual =
  (unitOf: (scope: StrategyScope) => Unit & { isRandom: boolean }): Convert =>
  (strategy, scope) => {
    const unit = unitOf(scope)
    const groupId = unit.isRandom ? scope.flagName : groupOf(strategy, scope)
    return drawn(textOf(strategy, 'percentage'), groupId, unit, scope)
  }

const strategies: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['default', () => ({ tree: true })],
  ['userWithId', userWithId],
  [
    'flexibleRollout',
    (strategy, scope) => {
      const unit = stickyUnit(textOf(strategy, 'stickiness'), scope)
      return drawn(textOf(strategy, 'rollout'), groupOf(strategy, scope), unit, scope)
    },
  ],
  ['gradualRolloutUserId', gradual((scope) => stickyUnit('userId', scope))],
  ['gradualRolloutSessionId', gradual((scope) => stickyUnit('sessionId', scope))],
  ['gradualRolloutRandom', gradual(() => ({ isRandom: true }))],
])

export const strategyAudience = (strategy: TheirStrategy, scope: StrategyScope): Audience => {
  const { notes, segmentKey } = scope
  const convert = strategies.get(strategy.name)
  if (!convert) {
    notes.byHand('operator', `Nothing here does what the strategy ${strategy.name} does.`)
    return { tree: false }
  }
  const { tree, draw } = convert(strategy, scope)
  const segments = (strategy.segments ?? []).map((id): Tree => {
    const key = segmentKey(id)
    return key !== undefined && inSegment([key])
  })
  return {
    tree: all(constraintsTree(strategy.constraints, scope), ...segments, tree),
    ...(draw ? { draw } : {}),
  }
}

/** A draw as a condition, for a rule in which something else is drawn too. */
export const shareOf = ({ percentage, salt, bucketBy }: Draw, kind: HashKind): ShareCondition => ({
  operator: 'in_share',
  ...(bucketBy === undefined ? {} : { attribute: bucketBy }),
  value: { from: 0, to: percentage, salt, kind },
})
