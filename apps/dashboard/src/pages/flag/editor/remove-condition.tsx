import { X } from 'lucide-react'
import { IconButton } from '../../../parts/button.tsx'
import { type EditedRule, useEditing } from './editing.ts'
import { focusAt } from './focus-at.ts'

type RemoveConditionProps = {
  edited: EditedRule
  index: number
  /** Where the focus comes to in a line that has no field. */
  path?: string
}

/** Takes a condition away, and goes on in the one before it. */
export const RemoveCondition = ({ edited: { rule, at, path, change }, index, path: own }: RemoveConditionProps) => {
  const { because } = useEditing()
  return (
    <IconButton
      name={`Remove condition ${index + 1} of rule ${at + 1}`}
      because={because}
      className="tok-remove"
      data-path={own}
      onClick={() => {
        change({ ...rule, conditions: rule.conditions.toSpliced(index, 1) })
        focusAt(`${path}.conditions[${Math.max(index - 1, 0)}].attribute`)
      }}
    >
      <X size={14} strokeWidth={1.5} aria-hidden />
    </IconButton>
  )
}
