import { type Condition, type ConditionValue, findOperator, operators } from '@bunting/engine'
import { X } from 'lucide-react'
import { IconButton } from '../../../parts/button.tsx'
import { ConditionValueField, valueFor } from './condition-value.tsx'
import { type EditedRule, useEditing } from './editing.ts'
import { focusAt } from './focus-at.ts'
import { attributeListId } from './suggestions.tsx'
import { TokenInput, TokenSelect } from './token.tsx'

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
  return rule.conditions.map((_, index) => (
    <div className="say" key={index}>
      <Lead edited={edited} index={index} />
      <ConditionLine edited={edited} index={index} />
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

/** What was typed for another operator, which this one reads otherwise or not at all: whoever goes back to it finds it again. */
const typedValues = new WeakMap<Condition, ConditionValue>()

const choices = operators.map(({ name, label, gated }) => ({ value: name, label, locked: gated }))

const ConditionLine = ({ edited: { rule, at, path, was, change }, index }: { edited: EditedRule; index: number }) => {
  const { because } = useEditing()
  const condition = rule.conditions[index] as Condition
  const old = was?.conditions[index]
  // A newer server may know an operator that this dashboard does not.
  const known = findOperator(condition.operator)
  const takes = known?.takes ?? 'one'
  const place = `${path}.conditions[${index}]`
  const name = `condition ${index + 1} of rule ${at + 1}`
  const set = (next: Condition) => change({ ...rule, conditions: rule.conditions.with(index, next) })
  const setOperator = (operator: string) => {
    const typed = typedValues.get(condition) ?? condition.value
    const value = valueFor(findOperator(operator)?.takes ?? 'one', typed)
    const { value: _, ...rest } = condition
    const next = { ...rest, operator, ...(value === undefined ? {} : { value }) }
    if (typed !== undefined) typedValues.set(next, typed)
    set(next)
  }
  return (
    <div className="line">
      <TokenInput
        label={`Attribute of ${name}`}
        className="attr"
        placeholder="attribute"
        list={attributeListId}
        value={condition.attribute}
        onChange={(attribute) => set({ ...condition, attribute })}
        path={`${place}.attribute`}
        isNew={old !== undefined && old.attribute !== condition.attribute}
      />
      <TokenSelect
        label={`Operator of ${name}`}
        className={old && old.operator !== condition.operator ? 'op new' : 'op'}
        value={condition.operator}
        options={known ? choices : [...choices, { value: condition.operator, label: condition.operator }]}
        onChange={setOperator}
        path={`${place}.operator`}
      />
      <ConditionValueField
        takes={takes}
        label={`Value of ${name}`}
        value={condition.value}
        was={was === undefined ? condition.value : (old?.value ?? '')}
        onChange={(value) => set({ ...condition, value })}
        path={`${place}.value`}
      />
      <IconButton
        name={`Remove ${name}`}
        because={because}
        className="tok-remove"
        onClick={() => {
          change({ ...rule, conditions: rule.conditions.toSpliced(index, 1) })
          focusAt(`${path}.conditions[${Math.max(index - 1, 0)}].attribute`)
        }}
      >
        <X size={14} strokeWidth={1.5} aria-hidden />
      </IconButton>
    </div>
  )
}

export const newCondition: Condition = { attribute: '', operator: 'equals', value: '' }
