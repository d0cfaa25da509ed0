import type { EditedRule } from '../editing.ts'
import { OneCondition } from './one-condition.tsx'
import { TokenSelect } from './token.tsx'

/** The conditions of a rule, as a sentence: If `country` is one of NL, BE and … */
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
      <OneCondition edited={edited} condition={condition} at={[index]} />
    </div>
  ))
}

const joins = [
  { value: 'AND', label: 'and' },
  { value: 'OR', label: 'or' },
]

/** The word before a condition. The second one chooses between `and` and `or`; the others follow it. */
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
