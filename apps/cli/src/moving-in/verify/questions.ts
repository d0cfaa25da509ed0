import {
  type AttributeCondition,
  type Condition,
  findOperator,
  isGroup,
  isOfSegments,
  isOfShare,
  keysOf,
  partsOf,
  type Scalar,
  type Takes,
} from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { Converted } from '../converted.ts'

/** The values that rules compare an attribute with. `lists`: ids of segments, which are always texts in Bunting. */
export type Asked = { literals: Set<Scalar>; takes: Set<Takes>; lists: (readonly string[])[] }

/** Everything that a flag's answer depends on, including segments and flags that it needs. */
export type Questions = {
  attributes: Map<string, Asked>
  /** Attributes that are hashed; `userId` stands for the user. */
  units: Set<string>
  flags: Set<string>
  segments: Set<string>
}

const maxLiterals = 200
const maxIds = 20

export const questionsOf = (converted: Converted, flagKey: string, environment: string): Questions => {
  const attributes: Questions['attributes'] = new Map()
  const [units, flags, segments] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const at = (attribute: string): Asked => {
    const known = attributes.get(attribute) ?? { literals: new Set(), takes: new Set(), lists: [] }
    attributes.set(attribute, known)
    return known
  }
  const visitCondition = (condition: Condition): void => {
    if (isGroup(condition)) partsOf(condition).members.forEach(visitCondition)
    else if (isOfSegments(condition)) keysOf(condition).forEach(visitSegment)
    else if (isOfShare(condition)) units.add(condition.attribute ?? 'userId')
    else visitComparison(condition as AttributeCondition)
  }
  const visitComparison = ({ attribute, operator, value }: AttributeCondition): void => {
    const { literals, takes } = at(attribute)
    const taken = findOperator(operator)?.takes
    if (taken !== undefined) takes.add(taken)
    for (const literal of Array.isArray(value) ? value : [value]) {
      if (literal !== undefined && literals.size < maxLiterals) literals.add(literal as Scalar)
    }
  }
  const visitSegment = (key: string): void => {
    if (segments.has(key)) return
    segments.add(key)
    const segment = own(converted.segments, key)
    const config = segment && own(segment.environments, environment)
    if (!config) return
    const { literals, lists } = at(segment.unit ?? 'userId')
    for (const ids of [config.included, config.excluded]) {
      lists.push(ids)
      for (const id of ids.slice(0, maxIds)) literals.add(id)
    }
    for (const rule of config.rules) rule.conditions.forEach(visitCondition)
  }
  const visitFlag = (key: string): void => {
    if (flags.has(key)) return
    flags.add(key)
    const config = own(own(converted.flags, key)?.environments ?? {}, environment)
    for (const { conditions, bucketBy, hash } of config?.rules ?? []) {
      if (bucketBy !== undefined) units.add(bucketBy)
      else if (hash) units.add('userId')
      conditions.forEach(visitCondition)
    }
    for (const needed of config?.prerequisites ?? []) visitFlag(needed.flagKey)
  }
  visitFlag(flagKey)
  for (const unit of units) at(unit)
  return { attributes, units, flags, segments }
}
