import type { RefObject } from 'react'
import { Checkbox } from '../../../ui/controls/field.tsx'
import { productionOf } from '../../../ui/pennants/production-of.ts'
import { Sortable } from '../../../ui/sortable/sortable.tsx'
import { type ColumnName, columns } from '../columns/columns.ts'
import type { Choosing } from './choosing.ts'
import { ColumnItem } from './column-item.tsx'
import { toggled } from './toggled.ts'

type ColumnOrderProps = Choosing & { isMoving: RefObject<boolean> }

/** The columns: which are shown, and their order. */
export const ColumnOrder = ({ environments, choice, choose, isMoving }: ColumnOrderProps) => {
  const { order, shown } = choice
  const nameOf = (column: ColumnName): string =>
    column === 'production'
      ? `${productionOf(environments)?.name}, in words`
      : (columns[column].about ?? columns[column].label)
  return (
    <Sortable ids={order} nameOf={nameOf} onSort={(sorted) => choose({ order: sorted })} isMoving={isMoving}>
      <p>Once you move one, the upper ones stay longest when there is little room</p>
      <ol aria-label="Columns">
        {['Pennants', 'Flag'].map((name) => (
          <li key={name}>
            <Checkbox checked disabled readOnly>
              {name}
            </Checkbox>
            <small>always</small>
          </li>
        ))}
        {order.map((name) => (
          <ColumnItem
            key={name}
            id={name}
            name={nameOf(name)}
            isShown={shown.includes(name)}
            onChange={() => choose({ shown: toggled(shown, name) })}
          />
        ))}
      </ol>
    </Sortable>
  )
}
