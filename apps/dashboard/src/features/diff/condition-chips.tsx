import { isolate } from '@bunting/contract/text'
import {
  type AttributeCondition,
  type Condition,
  isGroup,
  isOfSegments,
  isOfShare,
  partsOf,
  type SegmentCondition,
  type ShareCondition,
} from '@bunting/engine'
import { Marked, type Which } from './marked.tsx'
import { groupWords, ignoringCase, sayCondition, saySegments } from './words/condition-words.ts'
import { sayOperator } from './words/operator-words.ts'
import { sayShare } from './words/share-words.ts'
import { valuesOf } from './words/words.ts'

/** The most values shown: a condition may have a thousand. */
const maxShown = 24

type ChipsProps<Shown extends Condition = Condition> = {
  condition: Shown
  changed?: readonly string[]
  which?: Which
}

/** A condition as chips: `country is one of NL BE + DE`; for a group its conditions, one below the other. */
export const ConditionChips = ({ condition, changed = [], which = 'after' }: ChipsProps) => {
  if (isOfShare(condition)) return <ShareChips condition={condition} changed={changed} which={which} />
  if (!isGroup(condition)) return <PlainChips condition={condition} changed={changed} which={which} />
  const { name, members } = partsOf(condition)
  return (
    <div className="group-chips">
      <span>{groupWords[name]}</span>
      <ul>
        {members.map((member, index) => (
          <li key={index}>
            {!isGroup(member) && changed.includes(sayCondition(member)) ? (
              <Marked which={which}>{sayCondition(member)}</Marked>
            ) : (
              <ConditionChips condition={member} changed={isGroup(member) ? changed : []} which={which} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const ShareChips = ({ condition, changed = [], which = 'after' }: ChipsProps<ShareCondition>) => (
  <div className="chips">
    {condition.attribute !== undefined && <code>{condition.attribute}</code>}{' '}
    {changed.length === 0 ? <span>{sayShare(condition)}</span> : <Marked which={which}>{sayShare(condition)}</Marked>}
  </div>
)

const PlainChips = ({ condition, changed = [], which }: ChipsProps<AttributeCondition | SegmentCondition>) => {
  const values = valuesOf(condition)
  const marked = new Set(changed)
  // In a long list, the changed values come first: they are what the reader wants to see.
  const shown =
    values.length <= maxShown
      ? values
      : [...values.filter((value) => marked.has(value)), ...values.filter((value) => !marked.has(value))]
  const rest = values.length - maxShown
  return (
    <div className="chips">
      <Subject condition={condition} />{' '}
      {shown.slice(0, maxShown).map((value, index) =>
        marked.has(value) ? (
          <Marked key={index} which={which ?? 'after'} mono>
            {which === 'after' && values.length > 1 ? `+ ${isolate(value)}` : value}
          </Marked>
        ) : (
          <code key={index} className="value">
            {value}
          </code>
        ),
      )}
      {rest > 0 && <span>and {rest} more</span>}
      {'ignoreCase' in condition && condition.ignoreCase && <span>{ignoringCase}</span>}
    </div>
  )
}

/** The words before the values. */
const Subject = ({ condition }: ChipsProps<AttributeCondition | SegmentCondition>) =>
  isOfSegments(condition) ? (
    <span>{saySegments(condition)}</span>
  ) : (
    <>
      <code>{condition.attribute}</code> <span>{sayOperator(condition.operator)}</span>
    </>
  )
