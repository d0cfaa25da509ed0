import { useLayoutEffect, useRef } from 'react'

type SelectAllProps = {
  /** How many of the shown rows are selected. */
  selection: 'none' | 'some' | 'all'
  onSelectAll(on: boolean): void
}

/** The checkbox in a table's head, which selects all rows. */
export const SelectAll = ({ selection, onSelectAll }: SelectAllProps) => {
  const box = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (box.current) box.current.indeterminate = selection === 'some'
  }, [selection])
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all that are shown"
        checked={selection === 'all'}
        onChange={({ target }) => onSelectAll(target.checked)}
      />
    </label>
  )
}
