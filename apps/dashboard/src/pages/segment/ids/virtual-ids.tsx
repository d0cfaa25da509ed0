import { useVirtualizer } from '@tanstack/react-virtual'
import { RotateCcw, X } from 'lucide-react'
import { useRef } from 'react'
import { classes } from '../../../ui/classes.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { IdRow } from './id-rows.ts'

const rowHeight = 32
const overscan = 6
/** About seven rows, and a part of the next one, which shows that there are more. */
const maxHeight = 248

type VirtualIdsProps = {
  label: string
  rows: readonly IdRow[]
  because: string | undefined
  onRemove(id: string): void
  onPutBack(id: string): void
}

/** A long list, of which only the rows in view are rendered. */
export const VirtualIds = ({ label, rows, because, onRemove, onPutBack }: VirtualIdsProps) => {
  const box = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="ids" ref={box} style={{ maxHeight }} tabIndex={0} aria-label={`Ids, ${label.toLowerCase()}`}>
      <ul style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <li
                key={row.id}
                className={classes(row.kind === 'gone' && 'gone')}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
              >
                <code title={row.id}>
                  <bdi>{row.id}</bdi>
                </code>
                {row.kind !== 'is' && <Tag kind="accent">{row.kind === 'new' ? 'new' : 'removed'}</Tag>}
                {row.kind === 'gone' ? (
                  <IconButton name={`Put ${row.id} back`} because={because} onClick={() => onPutBack(row.id)}>
                    <RotateCcw size={14} strokeWidth={1.5} aria-hidden />
                  </IconButton>
                ) : (
                  <IconButton name={`Remove ${row.id}`} because={because} onClick={() => onRemove(row.id)}>
                    <X size={14} strokeWidth={1.5} aria-hidden />
                  </IconButton>
                )}
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}
