import { useVirtualizer } from '@tanstack/react-virtual'
import { Search, X } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { count, plural } from '../../../format/number.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useCopy } from '../../../ui/controls/copy.tsx'
import { Dialog, DialogFoot } from '../../../ui/overlays/dialog.tsx'
import { readList } from '../../draft/typed/read-list.ts'
import { useEditing } from '../editing.ts'
import './many-values.css'

export type ListProps = {
  label: string
  values: readonly string[]
  onChange(values: string[]): void
  path: string
  /** The values before the draft. */
  were: readonly string[]
  read?: (text: string) => string
  titleOf?: (value: string) => string | undefined
  suggestions?: string
}

/** The number of hidden values of a long list, as a button that opens all. */
export const ManyValues = ({ hidden, ...props }: ListProps & { hidden: number }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="tok more" onClick={() => setOpen(true)} aria-haspopup="dialog">
        and {count(hidden)} more
      </button>
      {isOpen && <ManyDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const rowHeight = 32

const ManyDialog = ({ label, values, onChange, read, titleOf, onClose }: ListProps & { onClose(): void }) => {
  const { because } = useEditing()
  const [text, setText] = useState('')
  const [added, setAdded] = useState('')
  const sought = useDeferredValue(text.trim().toLowerCase())
  const found = useMemo(
    () => (sought === '' ? values : values.filter((value) => value.toLowerCase().includes(sought))),
    [values, sought],
  )
  const { copied, copy } = useCopy(found.join('\n'))
  const add = () => {
    const more = readList(added, read)
    if (more.length > 0) onChange([...new Set([...values, ...more])])
    setAdded('')
  }
  const remove = (gone: readonly string[]) => {
    const these = new Set(gone)
    onChange(values.filter((value) => !these.has(value)))
  }
  return (
    <Dialog open onClose={onClose} title={label} lede={`${plural(values.length, 'value')} in all`}>
      <div className="many-search">
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <input
          type="search"
          dir="auto"
          aria-label="Find a value"
          placeholder="Find a value"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <span role="status">{sought === '' ? '' : `${count(found.length)} of ${count(values.length)}`}</span>
      </div>
      <Rows
        values={found}
        titleOf={titleOf}
        onRemove={because === undefined ? (value) => remove([value]) : undefined}
      />
      {because === undefined && (
        <div className="many-add">
          <textarea
            aria-label="Values to add"
            dir="auto"
            rows={2}
            placeholder="Paste or type values, with commas or lines between them"
            value={added}
            onChange={(event) => setAdded(event.target.value)}
          />
          <Button onClick={add}>Add</Button>
        </div>
      )}
      <DialogFoot>
        <Button kind="ghost" onClick={copy}>
          {copied ? 'Copied' : `Copy ${sought === '' ? 'all' : 'those found'}`}
        </Button>
        {sought !== '' && found.length > 0 && (
          <Button kind="ghost" because={because} onClick={() => remove(found)}>
            Remove the {count(found.length)} found
          </Button>
        )}
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

type RowsProps = {
  values: readonly string[]
  titleOf: ListProps['titleOf']
  onRemove: ((value: string) => void) | undefined
}

/** A virtual list: only the rows in view are rendered. */
const Rows = ({ values, titleOf, onRemove }: RowsProps) => {
  const scroller = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: values.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={scroller} className="many-rows" tabIndex={0} aria-label="Values">
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const value = values[index] ?? ''
          return (
            <li key={value} style={{ transform: `translateY(${start}px)` }} title={titleOf?.(value)}>
              <bdi className="mono">{value}</bdi>
              {onRemove && (
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Remove ${value}`}
                  onClick={() => onRemove(value)}
                >
                  <X size={14} strokeWidth={1.5} aria-hidden />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
