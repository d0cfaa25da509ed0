import { isolate } from '@bunting/contract/text'
import { type ConditionExplanation, shareOperator, type UnitShare } from '@bunting/engine'
import type { ReactNode } from 'react'
import { groupWords, ignoringCase } from '../diff/words/condition-words.ts'
import { sayDrawn, sayShare } from '../diff/words/share-words.ts'
import { valuesOf } from '../diff/words/words.ts'
import { Mark } from './mark.tsx'
import { sayBecause, sayCompared, saySegmentsOf } from './words.ts'

/** One line of an explanation, marked by whether it holds. */
export const Line = ({ yes, children }: { yes: boolean; children: ReactNode }) => (
  <li>
    <Mark kind={yes ? 'yes' : 'no'} />
    <span>{children}</span>
  </li>
)

/** A condition, and whether it held; for a group, with all its members. */
export const Compared = ({ condition }: { condition: ConditionExplanation }) => {
  if (isDrawn(condition)) return <Drawn condition={condition} />
  if ('actual' in condition) return <Comparison condition={condition} />
  if ('segments' in condition) return <Membership condition={condition} />
  const [name, members] =
    'all' in condition
      ? (['all', condition.all] as const)
      : 'any' in condition
        ? (['any', condition.any] as const)
        : (['none', condition.none] as const)
  return (
    <>
      {groupWords[name]}
      <ul>
        {members.map((member, index) => (
          <Line key={index} yes={member.matched}>
            <Compared condition={member} />
          </Line>
        ))}
      </ul>
    </>
  )
}

type Of<Field extends string> = { condition: Extract<ConditionExplanation, Record<Field, unknown>> }

type OfShare = Extract<ConditionExplanation, { value: UnitShare }>

const isDrawn = (condition: ConditionExplanation): condition is OfShare =>
  'operator' in condition && condition.operator === shareOperator

const Drawn = ({ condition }: { condition: OfShare }) => (
  <>
    {condition.attribute !== undefined && `${isolate(condition.attribute)} `}
    {sayShare(condition)}: {condition.hash ? sayDrawn(condition.hash) : 'there is no unit'}
  </>
)

const Comparison = ({ condition }: Of<'actual'>) => {
  const { attribute, operator, actual, ignoreCase } = condition
  if (actual === null && operator !== 'is_not_set') return <>{isolate(attribute)} is not set</>
  return (
    <>
      {isolate(attribute)} {actual !== null && <code>{[actual].flat().join(', ')}</code>} {sayCompared(condition)}{' '}
      {valuesOf(condition).map(isolate).join(', ')}
      {ignoreCase && `, ${ignoringCase}`}
    </>
  )
}

const Membership = ({ condition }: Of<'segments'>) => {
  const [first, ...others] = condition.segments
  if (first && others.length === 0) {
    return (
      <>
        {saySegmentsOf(condition)} <code>{first.key}</code>: {sayBecause(first)}
      </>
    )
  }
  return (
    <>
      {saySegmentsOf(condition)} {condition.segments.map(({ key }) => key).join(', ')}
      <ul>
        {condition.segments.map((segment) => (
          <Line key={segment.key} yes={segment.in}>
            <code>{segment.key}</code>: {sayBecause(segment)}
          </Line>
        ))}
      </ul>
    </>
  )
}
