import { type Read, readAttribute } from '../compile/attribute.ts'
import { unitOf } from '../compile/unit.ts'
import type { EvaluationContext, ShareCondition } from '../types.ts'
import type { Draws } from './draws.ts'
import { limitOf } from './kinds.ts'

/** A condition that holds for units whose draw is at least `start` and below `end`. */
export type CompiledShare = {
  readonly kind: 'share'
  readonly condition: ShareCondition
  readonly of: number
  readonly start: number
  readonly end: number
  /** The draw of the context's unit; without a unit, a number below every share. */
  readonly drawFor: (context: EvaluationContext) => number
}

/** The draw of a context without a unit, which is in no share. */
const none = -1

export function compileShare(condition: ShareCondition, draws: Draws): CompiledShare {
  const { from, to, salt, kind = 'bunting' } = condition.value
  const { of, draw } = draws(kind, salt, 'rollout')
  const read = unitReader(condition.attribute)
  return {
    kind: 'share',
    condition,
    of,
    start: limitOf(of, from, 100),
    end: limitOf(of, to, 100),
    drawFor: (context) => {
      const unit = read(context)
      return unit === undefined ? none : draw(unit)
    },
  }
}

export const shareHolds = ({ start, end, drawFor }: CompiledShare, context: EvaluationContext): boolean => {
  const drawn = drawFor(context)
  return drawn >= start && drawn < end
}

const unitReader = (attribute: string | undefined): ((context: EvaluationContext) => string | undefined) => {
  if (attribute === undefined) return (context) => unitOf(undefined, context)
  const read: Read = readAttribute(attribute)
  return (context) => unitIn(read(context))
}

/** A unit is a text that is not empty, or a whole number. */
const unitIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value === '' ? undefined : value
  return Number.isSafeInteger(value) ? String(value) : undefined
}
