import type { AttributeCondition } from '@bunting/engine'
import { ConditionChips } from '../../../diff/condition-chips.tsx'
import { same } from '../../../diff/same.ts'
import { ConditionLine } from './condition-line.tsx'
import type { EditedRule } from './editing.ts'
import { Locked } from './locked.tsx'
import { RemoveCondition } from './remove-condition.tsx'
import { TokenSelect } from './token.tsx'

/** Whom a rule is for, as a sentence: If `country` is one of NL, BE and … */
export const Conditions = ({ edited }: { edited: EditedRule }) => {
  const { rule } = edited
  if (rule.conditions.length === 0) {
    return (
      <div className="say">
        <span className="lead">For</span>
        <div className="line">everyone</div>
      </div>
    )
  }
  return rule.conditions.map((condition, index) => (
    <div className="say" key={index}>
      <Lead edited={edited} index={index} />
      {'attribute' in condition ? (
        <ConditionLine edited={edited} index={index} condition={condition} />
      ) : (
        <LockedCondition edited={edited} index={index} />
      )}
    </div>
  ))
}

const joins = [
  { value: 'AND', label: 'and' },
  { value: 'OR', label: 'or' },
]

/** The second condition says how all are joined; the others follow it. */
const Lead = ({ edited: { rule, at, change }, index }: { edited: EditedRule; index: number }) => {
  if (index === 0) return <span className="lead">If</span>
  if (index > 1) return <span className="lead">{rule.conditionOperator === 'AND' ? 'and' : 'or'}</span>
  return (
    <TokenSelect
      label={`How the conditions of rule ${at + 1} are joined`}
      className="lead join"
      value={rule.conditionOperator}
      options={joins}
      onChange={(next) => change({ ...rule, conditionOperator: next === 'OR' ? 'OR' : 'AND' })}
    />
  )
}

/** A group, or one of segments: read here, changed elsewhere. */
const LockedCondition = ({ edited, index }: { edited: EditedRule; index: number }) => {
  const { rule, at, path, was } = edited
  const condition = rule.conditions[index]
  if (!condition) return null
  const place = `${path}.conditions[${index}]`
  return (
    <Locked
      label={`Condition ${index + 1} of rule ${at + 1}`}
      path={place}
      isNew={was !== undefined && !was.conditions.some((one) => same(one, condition))}
      action={<RemoveCondition edited={edited} index={index} path={`${place}.attribute`} />}
    >
      <ConditionChips condition={condition} />
    </Locked>
  )
}

export const newCondition: AttributeCondition = { attribute: '', operator: 'equals', value: '' }
