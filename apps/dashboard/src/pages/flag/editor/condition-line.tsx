import { type AttributeCondition, type ConditionValue, findOperator, operators } from '@bunting/engine'
import { ignoringCase } from '../../../diff/condition-words.ts'
import { ConditionValueField, valueFor } from './condition-value.tsx'
import type { EditedRule } from './editing.ts'
import { RemoveCondition } from './remove-condition.tsx'
import { attributeListId } from './suggestions.tsx'
import { TokenInput, TokenSelect } from './token.tsx'

/** What was typed for another operator, which this one reads otherwise or not at all: whoever goes back to it finds it again. */
const typedBefore = new WeakMap<AttributeCondition, Typed>()

type Typed = { value?: ConditionValue | undefined; ignoreCase?: boolean | undefined }

const choices = operators.map(({ name, label, gated }) => ({ value: name, label, locked: gated }))

type ConditionLineProps = { edited: EditedRule; index: number; condition: AttributeCondition }

/** One comparison of an attribute. */
export const ConditionLine = ({ edited, index, condition }: ConditionLineProps) => {
  const { rule, at, path, was, change } = edited
  const before = was?.conditions[index]
  const old = before && 'attribute' in before ? before : undefined
  // A newer server may know an operator that this dashboard does not.
  const known = findOperator(condition.operator)
  const takes = known?.takes ?? 'one'
  const place = `${path}.conditions[${index}]`
  const name = `condition ${index + 1} of rule ${at + 1}`
  const set = (next: AttributeCondition) => change({ ...rule, conditions: rule.conditions.with(index, next) })
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
        onChange={(operator) => set(withOperator(condition, operator))}
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
      {condition.ignoreCase && <span className="text-ink-3">{ignoringCase}</span>}
      <RemoveCondition edited={edited} index={index} />
    </div>
  )
}

const withOperator = (condition: AttributeCondition, operator: string): AttributeCondition => {
  const typed = typedBefore.get(condition) ?? condition
  const next = findOperator(operator)
  const value = valueFor(next?.takes ?? 'one', typed.value)
  const { value: _, ignoreCase: __, ...rest } = condition
  const changed = {
    ...rest,
    operator,
    ...(value === undefined ? {} : { value }),
    ...(typed.ignoreCase && next?.foldable ? { ignoreCase: true } : {}),
  }
  if (typed.value !== undefined) typedBefore.set(changed, { value: typed.value, ignoreCase: typed.ignoreCase })
  return changed
}
