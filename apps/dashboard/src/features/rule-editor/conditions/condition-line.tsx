import {
  type AttributeCondition,
  type ConditionValue,
  findOperator,
  isGroup,
  isOfShare,
  operators,
} from '@bunting/engine'
import { classes } from '../../../ui/classes.ts'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { ignoringCase } from '../../diff/words/condition-words.ts'
import { type EditedCondition, useEditing } from '../editing.ts'
import { ConditionActions } from './condition-actions.tsx'
import { ConditionValueField, valueFor } from './condition-value.tsx'
import { NewName } from './new-name.tsx'
import { attributeListId } from './suggestions.tsx'
import { TokenInput, TokenSelect } from './token.tsx'

/** Values typed for other operators, which are restored when that operator is chosen again. */
const typedBefore = new WeakMap<AttributeCondition, Typed>()

type Typed = { value?: ConditionValue | undefined; ignoreCase?: boolean | undefined }

const choices = operators.map(({ name, label, gated }) => ({ value: name, label, locked: gated }))

/** One comparison of an attribute. */
export const ConditionLine = (one: EditedCondition<AttributeCondition>) => {
  const { condition, name, path, was, edited, change } = one
  const old = was && !isGroup(was) && !isOfShare(was) && 'attribute' in was ? was : undefined
  // A newer server may have an operator that this dashboard does not know.
  const known = findOperator(condition.operator)
  return (
    <div className="cond">
      <div className="line">
        <TokenInput
          label={`Attribute of ${name}`}
          className="attr"
          placeholder="attribute"
          list={attributeListId}
          value={condition.attribute}
          onChange={(attribute) => change({ ...condition, attribute })}
          path={`${path}.attribute`}
          isNew={old !== undefined && old.attribute !== condition.attribute}
        />
        <NewName attribute={condition.attribute} />
        <TokenSelect
          label={`Operator of ${name}`}
          className={old && old.operator !== condition.operator ? 'op new' : 'op'}
          value={condition.operator}
          options={known ? choices : [...choices, { value: condition.operator, label: condition.operator }]}
          onChange={(operator) => change(withOperator(condition, operator))}
          path={`${path}.operator`}
        />
        <ConditionValueField
          takes={known?.takes ?? 'one'}
          label={`Value of ${name}`}
          value={condition.value}
          was={edited.was === undefined ? condition.value : (old?.value ?? '')}
          onChange={(value) => change({ ...condition, value })}
          path={`${path}.value`}
        />
        {(known?.foldable || condition.ignoreCase) && <IgnoreCase {...one} isNew={isOtherCase(condition, old)} />}
      </div>
      <ConditionActions {...one} />
    </div>
  )
}

const isOtherCase = (condition: AttributeCondition, old: AttributeCondition | undefined): boolean =>
  old !== undefined && Boolean(old.ignoreCase) !== Boolean(condition.ignoreCase)

/** Toggles whether upper and lower case count as the same. */
const IgnoreCase = ({ condition, name, change, isNew }: EditedCondition<AttributeCondition> & { isNew: boolean }) => {
  const { because } = useEditing()
  const { ignoreCase = false, ...rest } = condition
  return (
    <Tooltip says={because ?? (ignoreCase ? 'Upper and lower case count as the same' : 'Ignore upper and lower case')}>
      <button
        type="button"
        className={classes('tok case', isNew && 'new')}
        aria-label={`Ignoring case in ${name}`}
        aria-pressed={ignoreCase}
        aria-disabled={because !== undefined}
        onClick={() => because === undefined && change(ignoreCase ? rest : { ...rest, ignoreCase: true })}
      >
        {ignoreCase ? ignoringCase : 'Aa'}
      </button>
    </Tooltip>
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
