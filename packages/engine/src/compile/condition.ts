import { fold } from '../case-folding/fold.ts'
import { type GroupName, isGroup, isOfSegments, isOfShare, keysOf, partsOf } from '../config/conditions.ts'
import type { EvaluationId } from '../evaluate/memo.ts'
import type { Node } from '../evaluate/node.ts'
import type { Draws } from '../hash/draws.ts'
import { type CompiledShare, compileShare, shareHolds } from '../hash/share.ts'
import { findOperator } from '../operators/index.ts'
import type { Operator } from '../operators/operator.ts'
import type {
  AttributeCondition,
  Condition,
  ConditionValue,
  EvaluationContext,
  Rule,
  SegmentCondition,
} from '../types.ts'
import { elementsOf, isMissing } from '../values/list.ts'
import { memoize } from '../values/memoize.ts'
import { textOf } from '../values/text.ts'
import { isPlain, type Read, readAttribute } from './attribute.ts'

/** Compares an attribute with a value. */
export type Comparison = {
  readonly kind: 'comparison'
  readonly condition: AttributeCondition
  readonly read: Read
  /** Tells whether `read` is `context.attributes?.[condition.attribute]` and nothing else. */
  readonly plain: boolean
  readonly operator: Pick<Operator, 'name' | 'holds'>
  readonly expected: unknown
}

export type Membership = {
  readonly kind: 'membership'
  readonly condition: SegmentCondition
  readonly segments: readonly CompiledSegment[]
  readonly negated: boolean
}

type CompiledGroup = {
  readonly kind: 'group'
  readonly name: GroupName
  readonly members: readonly CompiledCondition[]
}

export type CompiledCondition = Comparison | Membership | CompiledShare | CompiledGroup

/** The audience of a rule: its conditions, and how they are combined. */
export type Audience = {
  readonly conditionOperator: Rule['conditionOperator']
  readonly conditions: readonly CompiledCondition[]
}

export type CompiledSegment = Node<boolean> & {
  readonly key: string
  /** The enabled rules. */
  readonly rules: readonly (Audience & { readonly id: string })[]
  /** The answer of the lists; undefined if the unit is in neither, so that the rules decide. */
  readonly inLists: (context: EvaluationContext) => boolean | undefined
}

/** The operator for a value that cannot be read: it never matches. */
export const never: Comparison['operator'] = { name: 'never', holds: () => false }

export type FindSegment = (key: string) => CompiledSegment

export function compileCondition(condition: Condition, find: FindSegment, draws: Draws): CompiledCondition {
  if (isGroup(condition)) {
    const { name, members } = partsOf(condition)
    return { kind: 'group', name, members: members.map((member) => compileCondition(member, find, draws)) }
  }
  if (isOfShare(condition)) return compileShare(condition, draws)
  if (isOfSegments(condition)) {
    const segments = keysOf(condition).map(find)
    // A condition that names no segment never holds, negated or not.
    const negated = condition.operator === 'not_in_segment' && segments.length > 0
    return { kind: 'membership', condition, segments, negated }
  }
  return compileComparison(condition)
}

function compileComparison(condition: AttributeCondition): Comparison {
  const operator = findOperator(condition.operator)
  const value = condition.value as ConditionValue
  const readable = operator?.problem(value) === undefined ? operator : undefined
  return {
    kind: 'comparison',
    condition,
    read: compileRead(condition.attribute, operator),
    plain: isPlain(condition.attribute) && !operator?.orElse,
    operator: readable ?? never,
    expected: readable?.prepare(condition.ignoreCase ? foldValue(value) : value),
  }
}

function compileRead(attribute: string, operator: Operator | undefined): Read {
  const read = readAttribute(attribute)
  const field = operator?.orElse
  if (!field) return read
  return (context) => {
    const value = read(context)
    return isMissing(value) ? context[field] : value
  }
}

const foldValue = (value: ConditionValue): ConditionValue =>
  typeof value === 'object' ? value.map((item) => fold(String(item))) : fold(String(value))

const foldLong = memoize(fold)
/** Below this length folding is as fast as a lookup in the memo. */
const short = 64

/** The text by which an attribute is compared if case does not count. */
export const foldActual = (actual: unknown): string | undefined => {
  const text = textOf(actual)
  if (text === undefined) return undefined
  return text.length <= short ? fold(text) : foldLong(text)
}

/** Tells whether a condition holds for an attribute: in a list for any element, or for every element if it is negated. */
export function comparisonHolds({ condition, operator, expected }: Comparison, actual: unknown): boolean {
  const prepare = condition.ignoreCase ? foldActual : (value: unknown) => value
  if (typeof actual !== 'object') return operator.holds(prepare(actual), expected)
  const elements = elementsOf(actual)
  if (!elements) return operator.holds(undefined, expected)
  const holds = (element: unknown) => operator.holds(prepare(element), expected)
  return operator.name.startsWith('not_') ? elements.every(holds) : elements.some(holds)
}

/** Tells whether a group holds, by whether its members do. */
export function groupHolds<Member>(
  name: GroupName,
  members: readonly Member[],
  holds: (member: Member) => boolean,
): boolean {
  if (name === 'all') return members.every(holds)
  return members.some(holds) === (name === 'any')
}

export const conditionHolds = (
  condition: CompiledCondition,
  context: EvaluationContext,
  evaluation: EvaluationId,
): boolean => {
  if (condition.kind === 'comparison') return comparisonHolds(condition, condition.read(context))
  if (condition.kind === 'membership') {
    return condition.segments.some((segment) => segment.ask(context, evaluation)) !== condition.negated
  }
  if (condition.kind === 'share') return shareHolds(condition, context)
  return groupHolds(condition.name, condition.members, (member) => conditionHolds(member, context, evaluation))
}
