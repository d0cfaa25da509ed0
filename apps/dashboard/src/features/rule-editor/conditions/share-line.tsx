import { isOfShare, type ShareCondition } from '@bunting/engine'
import { nameKind } from '../../diff/words/share-words.ts'
import type { EditedCondition } from '../editing.ts'
import { NumberInput } from '../values/typed-input.tsx'
import { ConditionActions } from './condition-actions.tsx'
import { attributeListId } from './suggestions.tsx'
import { TokenInput } from './token.tsx'

/** A condition for units between two percentages of a layer: flags with the same layer draw the same positions. */
export const ShareLine = (one: EditedCondition<ShareCondition>) => {
  const { condition, name, path, was, change } = one
  const { attribute = '', value } = condition
  const old = was && isOfShare(was) ? was : undefined
  const kind = value.kind ?? 'bunting'
  const set = (part: Partial<ShareCondition['value']>) => change({ ...condition, value: { ...value, ...part } })
  const setAttribute = (next: string) => {
    const { attribute: _, ...rest } = condition
    change(next === '' ? rest : { ...rest, attribute: next })
  }
  const end = (which: 'from' | 'to') => (
    <NumberInput
      label={`${which === 'from' ? 'Start' : 'End'} of ${name}`}
      value={value[which]}
      onChange={(next) => set({ [which]: next })}
      path={`${path}.value.${which}`}
      isNew={old !== undefined && old.value[which] !== value[which]}
    />
  )
  return (
    <div className="cond">
      <div className="line">
        <TokenInput
          label={`Unit of ${name}`}
          className="attr"
          placeholder="user"
          list={attributeListId}
          value={attribute}
          onChange={setAttribute}
          path={`${path}.attribute`}
          isNew={old !== undefined && (old.attribute ?? '') !== attribute}
        />
        <span className="soft">is between</span>
        {end('from')}
        <span className="soft">% and</span>
        {end('to')}
        <span className="soft">{kind === 'bunting' ? '% of the layer' : `% as ${nameKind(kind)} draws`}</span>
        <TokenInput
          label={`Layer of ${name}`}
          className="val"
          placeholder="layer"
          value={value.salt}
          onChange={(salt) => set({ salt })}
          path={`${path}.value.salt`}
          isNew={old !== undefined && old.value.salt !== value.salt}
        />
      </div>
      <ConditionActions {...one} />
    </div>
  )
}
