import { type Condition, type Group, isGroup, isOfSegments, isOfShare, partsOf } from '@bunting/engine'
import { groupWords } from '../../diff/words/condition-words.ts'
import {
  type At,
  findCondition,
  type GroupName,
  makeGroup,
  numberOf,
  pathOf,
  setCondition,
} from '../../draft/conditions.ts'
import { AddToGroup } from './add-condition.tsx'
import { ConditionActions, useConditionActions } from './condition-actions.tsx'
import './condition-group.css'
import type { EditedCondition, EditedRule } from '../editing.ts'
import { SegmentLine } from '../segment-line.tsx'
import { ConditionLine } from './condition-line.tsx'
import { ShareLine } from './share-line.tsx'
import { TokenSelect } from './token.tsx'

type OneConditionProps = { edited: EditedRule; condition: Condition; at: At }

/** A comparison, a segment condition, a share or a group, at any depth. */
export const OneCondition = ({ edited, condition, at }: OneConditionProps) => {
  const { rule, was, path, change } = edited
  const one: EditedCondition = {
    edited,
    condition,
    at,
    path: pathOf(rule.conditions, at, `${path}.conditions`),
    name: `condition ${numberOf(at)} of rule ${edited.at + 1}`,
    was: was && findCondition(was.conditions, at),
    change: (next) => change({ ...rule, conditions: setCondition(rule.conditions, at, next) }),
  }
  const { onKeyDown } = useConditionActions(one)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it.
    <div className="min-w-0" data-part={one.path} onKeyDown={onKeyDown}>
      <Kind {...one} />
    </div>
  )
}

const Kind = ({ condition, ...one }: EditedCondition) => {
  if (isGroup(condition)) return <ConditionGroup {...one} condition={condition} />
  if (isOfSegments(condition)) return <SegmentLine {...one} condition={condition} />
  if (isOfShare(condition)) return <ShareLine {...one} condition={condition} />
  return <ConditionLine {...one} condition={condition} />
}

const words = Object.entries(groupWords).map(([value, label]) => ({ value, label }))

/** A group of conditions: a word says how they are joined, and they are listed below it. */
const ConditionGroup = ({ condition, ...one }: EditedCondition<Group>) => {
  const { name, members } = partsOf(condition)
  const { edited, at, was } = one
  const group = `group ${numberOf(at)} of rule ${edited.at + 1}`
  return (
    <fieldset className="cond-group" aria-label={`${groupWords[name]}, ${group}`}>
      <div className="cond">
        <TokenSelect
          label={`What holds of ${group}`}
          className={edited.was && !(was && name in was) ? 'op new' : 'op'}
          value={name}
          options={words}
          onChange={(next) => one.change(makeGroup(next as GroupName, members))}
          path={`${one.path}.${name}`}
        />
        <ConditionActions {...one} condition={condition} />
      </div>
      <ul>
        {members.map((member, index) => (
          <li key={index}>
            <OneCondition edited={edited} condition={member} at={[...at, index]} />
          </li>
        ))}
        <li>
          <AddToGroup edited={edited} to={at} size={members.length} group={group} />
        </li>
      </ul>
    </fieldset>
  )
}
