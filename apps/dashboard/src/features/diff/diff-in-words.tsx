import type { FlagConfig } from '@bunting/engine'
import { type ReactNode, useMemo, useState } from 'react'
import { plural } from '../../format/number.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { ChangeTable } from './change-table.tsx'
import type { Change } from './changes/change.ts'
import { changesBetween } from './changes/changes-between.ts'
import './diff.css'
import { same } from '../../format/same.ts'
import { JsonDiff } from './json-diff.tsx'

type DiffInWordsProps = {
  /** Null where there is no version yet. */
  before: FlagConfig | null
  after: FlagConfig
  /** Of the environment. */
  color: string
  /** In place of the number of changes. */
  title?: ReactNode
  /** Beside the title. */
  actions?: ReactNode
  /** What the two sides are: `Now, version 7`. */
  heads?: readonly [before: string, after: string]
  /** More to say of a change, below it. */
  remark?(change: Change): ReactNode
}

type View = 'words' | 'json'
const views: readonly { value: View; label: string }[] = [
  { value: 'words', label: 'Words' },
  { value: 'json', label: 'JSON' },
]

/** What changes between two configs, as people say it, with the JSON one click away. */
export const DiffInWords = (props: DiffInWordsProps) => {
  const { before, after, color, actions, heads = ['Before', 'After'], remark } = props
  const [view, setView] = useState<View>('words')
  const { changes, unchanged } = useMemo(() => changesBetween(before, after), [before, after])
  return (
    <div className="env" style={envColor(color)}>
      <div className="diff-title">
        <h2>{props.title ?? (changes.length === 0 ? 'No changes' : plural(changes.length, 'change'))}</h2>
        <div className="actions">
          {actions}
          <Segments<View> small label="View" value={view} onChange={setView} options={views} />
        </div>
      </div>
      {view === 'json' ? (
        <JsonDiff before={before} after={after} />
      ) : (
        <ChangeTable
          changes={changes}
          heads={heads}
          remark={remark}
          foot={changes.length === 0 ? sayNone(before, after) : `Unchanged: ${unchanged || 'nothing'}.`}
        />
      )}
    </div>
  )
}

const sayNone = (before: FlagConfig | null, after: FlagConfig): string =>
  same({ ...before, version: 0 }, { ...after, version: 0 })
    ? 'Both are the same.'
    : 'They are written in another order, and answer everybody the same.'
