import { isolate, sayList } from '@bunting/contract/text'
import { useMemo } from 'react'
import { addIds, type IdListName, noEdits, removeIds } from '../../../api/segment-edits.ts'
import { useMembersNow } from '../../../features/segments/use-members-now.tsx'
import { count, plural } from '../../../format/number.ts'
import { Note } from '../../../ui/note.tsx'
import type { SegmentProps } from '../segment-props.ts'
import type { SegmentEditing } from '../use-segment-editing.ts'
import { IdList } from './id-list.tsx'

type IdListsProps = SegmentProps & { state: SegmentEditing; onSaved(): void }

/** The ids included and excluded. A single id is saved immediately, unless there is a draft: then it goes into the draft. */
export const IdLists = ({ segment, segmentRef, environment, state, onSaved }: IdListsProps) => {
  const now = useMembersNow()
  const { config, base, draft, change } = state
  const isAtOnce = draft === undefined && !environment.protected && state.notSaving === undefined
  const edit = (list: IdListName, ids: { added: readonly string[]; removed: readonly string[] }) => {
    if (isAtOnce && ids.added.length + ids.removed.length === 1) {
      void now.change({ segment, segmentRef, environment, edits: { ...noEdits, [list]: ids }, onSaved })
    } else change((was) => addIds(removeIds(was, list, ids.removed), list, ids.added))
  }
  const listProps = (list: IdListName) => ({
    list,
    unit: segment.unit,
    ids: config[list],
    were: base[list],
    edits: draft?.[list] ?? noEdits[list],
    because: state.because,
    isBusy: now.isPending,
    isAtOnce,
    onAdd: (ids: readonly string[]) => edit(list, { added: ids, removed: [] }),
    onRemove: (id: string) => edit(list, { added: [], removed: [id] }),
  })
  return (
    <>
      <div className="id-lists">
        <IdList {...listProps('included')} title="Included" says="In, whatever else holds" />
        <IdList {...listProps('excluded')} title="Excluded" says="Out, whatever the rules say" />
      </div>
      <InBoth state={state} onRemove={(ids) => change((was) => removeIds(was, 'excluded', ids))} />
    </>
  )
}

const maxNamed = 3

type InBothProps = { state: SegmentEditing; onRemove(ids: readonly string[]): void }

/** A warning about ids on both lists: they are in the segment. */
const InBoth = ({ state: { config, because }, onRemove }: InBothProps) => {
  const both = useMemo(() => {
    const excluded = new Set(config.excluded)
    return config.included.filter((id) => excluded.has(id))
  }, [config.included, config.excluded])
  if (both.length === 0) return null
  const rest = both.length - maxNamed
  const named = both.slice(0, maxNamed).map(isolate)
  const names = rest > 0 ? `${named.join(', ')} and ${count(rest)} more` : sayList(named)
  return (
    <Note kind="warn">
      <b>
        {plural(both.length, 'id is', 'ids are')} on both lists: {names}.
      </b>{' '}
      Included counts, so {both.length === 1 ? 'it is' : 'they are'} in.{' '}
      {because === undefined && (
        <button type="button" className="link" onClick={() => onRemove(both)}>
          Take {both.length === 1 ? 'it' : 'them'} off the excluded
        </button>
      )}
    </Note>
  )
}
