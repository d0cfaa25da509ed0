import { useLayoutEffect, useRef } from 'react'

type SelectAllProps = {
  /** How many of those that are shown are selected. */
  selection: 'none' | 'some' | 'all'
  onSelectAll(on: boolean): void
}

/** The box in the head of a table, over those of its rows. */
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
