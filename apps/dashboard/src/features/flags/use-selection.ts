import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FlagInList } from '../../api/flags.ts'
import type { ListItem } from './group-flags.ts'
import { selectTo } from './select-flags.ts'

const nothing: ReadonlySet<string> = new Set()

/** The ids of the selected flags. A flag hidden by a filter stays selected, but counts only while it is shown. */
export const useSelection = (items: readonly ListItem[]) => {
  const [ticked, setTicked] = useState(nothing)
  const last = useRef<string>(undefined)
  const shown = useMemo(() => {
    const flags = items.flatMap((item) => (item.kind === 'flag' ? [item.flag] : []))
    return [...new Map(flags.map((flag) => [flag.id, flag])).values()]
  }, [items])
  const shownIds = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    shownIds.current = shown.map(({ id }) => id)
  }, [shown])
  const flags = useMemo(() => shown.filter(({ id }) => ticked.has(id)), [shown, ticked])

  /** The same function at every render, since every row has it. */
  const select = useCallback((id: string, on: boolean, isRange: boolean) => {
    const from = isRange ? last.current : undefined
    last.current = id
    setTicked((before) => selectTo(before, shownIds.current, { id, on, from }))
  }, [])
  return {
    ids: ticked,
    flags: flags as readonly FlagInList[],
    isAll: shown.length > 0 && flags.length === shown.length,
    select,
    toggle: (id: string) => select(id, !ticked.has(id), false),
    selectAll: (on: boolean) => setTicked(on ? new Set(shownIds.current) : nothing),
    clear: () => setTicked(nothing),
  }
}
