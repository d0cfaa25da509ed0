import type { FlagConfig } from '@bunting/engine'
import { useMemo, useState } from 'react'
import { plural } from '../../format/number.ts'
import { Segments } from '../../ui/controls/segments.tsx'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { ChangeTable } from './change-table.tsx'
import { changesBetween } from './changes/changes-between.ts'
import './diff.css'
import { same } from '../../format/same.ts'
import type { DiffProps } from './diff-props.ts'
import { JsonDiff } from './json-diff.tsx'

type View = 'words' | 'json'
const views: readonly { value: View; label: string }[] = [
  { value: 'words', label: 'Words' },
  { value: 'json', label: 'JSON' },
]

/** The changes between two configs in words, with the JSON one click away. */
export const DiffInWords = (props: DiffProps<FlagConfig>) => {
  const { before, after, color, actions, heads, remark } = props
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
