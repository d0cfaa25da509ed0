import type { Condition } from '@bunting/engine'
import { isolate } from '../format/isolate.ts'
import { Marked, type Which } from './marked.tsx'
import { sayOperator } from './operator-words.ts'
import { valuesOf } from './words.ts'

/** A condition may list a thousand values. */
const maxShown = 24

type ChipsProps = { condition: Condition; changed?: readonly string[]; which?: Which }

/** `country is one of NL BE + DE`. */
export const ConditionChips = ({ condition, changed = [], which = 'after' }: ChipsProps) => {
  const values = valuesOf(condition)
  const marked = new Set(changed)
  // Of a long list those that differ come first: they are what the reader is here for.
  const shown =
    values.length <= maxShown
      ? values
      : [...values.filter((value) => marked.has(value)), ...values.filter((value) => !marked.has(value))]
  const rest = values.length - maxShown
  return (
    <div className="chips">
      <code>{condition.attribute}</code> <span>{sayOperator(condition.operator)}</span>{' '}
      {shown.slice(0, maxShown).map((value, index) =>
        marked.has(value) ? (
          <Marked key={index} which={which} mono>
            {which === 'after' && values.length > 1 ? `+ ${isolate(value)}` : value}
          </Marked>
        ) : (
          <code key={index} className="value">
            {value}
          </code>
        ),
      )}
      {rest > 0 && <span>and {rest} more</span>}
    </div>
  )
}
