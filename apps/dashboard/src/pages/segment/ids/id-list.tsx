import { limits } from '@bunting/contract'
import { ClipboardPaste, Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import type { IdEdits } from '../../../api/segment-edits.ts'
import { attributeOf } from '../../../features/segments/units.ts'
import { count, plural } from '../../../format/number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SearchInput } from '../../../ui/controls/field.tsx'
import { Tooltip } from '../../../ui/overlays/tooltip.tsx'
import { AddManyIds } from './add-many-ids.tsx'
import { rowsOf } from './id-rows.ts'
import { separators } from './read-ids.ts'
import { VirtualIds } from './virtual-ids.tsx'

/** The least number of ids with a search field: fewer are all in view. */
const searchedFrom = 8

type IdListProps = {
  title: string
  says: string
  unit: string | null
  ids: readonly string[]
  /** The ids in the version that the draft starts from. */
  were: readonly string[]
  edits: IdEdits
  because: string | undefined
  /** A single added or removed id is saved immediately. */
  isAtOnce: boolean
  isBusy: boolean
  onAdd(ids: readonly string[]): void
  onRemove(id: string): void
}

/** One list of ids, up to twenty thousand of them. */
export const IdList = ({ title, says, unit, ids, were, edits, because, isAtOnce, ...on }: IdListProps) => {
  const id = useId()
  const [pasted, setPasted] = useState<string>()
  const [search, setSearch] = useState('')
  const looked = useDeferredValue(search.trim().toLowerCase())
  const rows = useMemo(() => rowsOf(ids, edits, looked), [ids, edits, looked])
  const isSearched = looked !== ''
  return (
    <section className="card id-list" aria-labelledby={id}>
      <div className="id-head">
        <h2 id={id}>{title}</h2>
        <span className="n">{count(ids.length)}</span>
        <Button kind="ghost" size="sm" because={because} onClick={() => setPasted('')}>
          <ClipboardPaste size={16} strokeWidth={1.5} aria-hidden />
          Paste many
        </Button>
      </div>
      <p className="says">{says}</p>
      <AddId
        label={`Add an id to ${title.toLowerCase()}`}
        unit={unit}
        has={ids}
        because={because}
        isAtOnce={isAtOnce}
        isBusy={on.isBusy}
        onAdd={(one) => on.onAdd([one])}
        onMany={setPasted}
      />
      {were.length + edits.added.length >= searchedFrom && (
        <SearchInput
          label={`Find among ${title.toLowerCase()}`}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {rows.length > 0 && (
        <VirtualIds
          label={title}
          rows={rows}
          because={because}
          onRemove={on.onRemove}
          onPutBack={(one) => on.onAdd([one])}
        />
      )}
      {rows.length === 0 && <p className="nobody">{isSearched ? 'No id has this in it' : 'Nobody'}</p>}
      <p className="found" role="status">
        {isSearched && `${count(rows.length)} of ${plural(ids.length, 'id')}`}
      </p>
      {pasted !== undefined && (
        <AddManyIds
          title={title}
          begins={pasted}
          has={ids}
          onAdd={(many) => {
            setPasted(undefined)
            on.onAdd(many)
          }}
          onClose={() => setPasted(undefined)}
        />
      )}
    </section>
  )
}

type AddIdProps = {
  label: string
  unit: string | null
  has: readonly string[]
  because: string | undefined
  isAtOnce: boolean
  isBusy: boolean
  onAdd(id: string): void
  onMany(text: string): void
}

/** A field for one id, added with Enter; a pasted list opens the dialog for many. */
const AddId = ({ label, unit, has, because, isAtOnce, isBusy, onAdd, onMany }: AddIdProps) => {
  const hint = useId()
  const [text, setText] = useState('')
  const typed = text.trim()
  const isThere = useMemo(() => typed !== '' && has.includes(typed), [has, typed])
  const isLong = typed.length > limits.segmentId
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || because !== undefined) return
    event.preventDefault()
    if (typed === '' || isThere || isLong || isBusy) return
    onAdd(typed)
    setText('')
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text').trim()
    if (!separators.test(pasted) || because !== undefined) return
    event.preventDefault()
    onMany(pasted)
  }
  return (
    <>
      <Tooltip says={because}>
        <div className="field-wrap">
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          <input
            className="field mono"
            type="text"
            autoComplete="off"
            spellCheck={false}
            placeholder={`Add a ${attributeOf(unit)}`}
            aria-label={label}
            aria-describedby={hint}
            {...(isLong ? { 'aria-invalid': true } : {})}
            value={text}
            readOnly={because !== undefined}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
      </Tooltip>
      <p id={hint} className={isLong ? 'field-hint no' : 'field-hint'}>
        {isLong && `An id has at most ${limits.segmentId} characters.`}
        {isThere && 'It is on this list already.'}
        {!isLong && !isThere && because === undefined && sayEnter(isAtOnce)}
      </p>
    </>
  )
}

const sayEnter = (isAtOnce: boolean): string => (isAtOnce ? 'Enter saves it at once.' : 'Enter puts it into the draft.')
