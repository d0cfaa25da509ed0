import type { Ref } from 'react'
import type { FlagInList } from '../../api/flags.ts'
import type { CleanupFlag } from '../../api/health.ts'
import { SelectAll } from '../../ui/controls/select-all.tsx'
import { buntingWidth } from '../../ui/pennants/bunting.tsx'
import { CleanUpRow, type RowProps } from './clean-up-row.tsx'
import '../../features/flags/flag-rows.css'
import './clean-up.css'

type CleanUpTableProps = RowProps & {
  found: readonly CleanupFlag[]
  /** The flags themselves, by key. */
  flags: ReadonlyMap<string, FlagInList>
  selected: ReadonlySet<string>
  selection: 'none' | 'some' | 'all'
  onSelectAll(on: boolean): void
  body: Ref<HTMLTableSectionElement>
}

/** The padding of a cell, left and right together. */
const cellPadding = 24

export const CleanUpTable = ({ found, flags, selected, selection, onSelectAll, body, ...row }: CleanUpTableProps) => (
  <div className="clean-up-wrap">
    <table className="flag-rows clean-up-table" aria-label="Flags that need attention">
      <thead>
        <tr>
          <th scope="col" className="c-select">
            <SelectAll selection={selection} onSelectAll={onSelectAll} />
          </th>
          <th scope="col" className="c-bunting" style={{ width: buntingWidth(row.environments.length) + cellPadding }}>
            <span className="sr-only">State in each environment</span>
          </th>
          <th scope="col">Flag</th>
          <th scope="col" className="c-why">
            Why it is here, what to do
          </th>
          <th scope="col" className="c-owner">
            Owner
          </th>
          <th scope="col" className="c-code">
            In code
          </th>
          <th scope="col" className="c-last">
            Last asked
          </th>
          <th scope="col" className="c-more">
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {found.map((one, index) => {
          const flag = flags.get(one.key)
          return (
            <CleanUpRow
              key={one.key}
              {...row}
              found={one}
              flag={flag}
              index={index}
              isSelected={flag !== undefined && selected.has(flag.id)}
            />
          )
        })}
      </tbody>
    </table>
  </div>
)
