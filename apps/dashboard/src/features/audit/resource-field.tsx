import { useRef } from 'react'
import { SearchInput } from '../../ui/controls/field.tsx'
import { useTyped } from '../../ui/controls/use-typed.ts'
import { useKeys } from '../../ui/use-keys.ts'

type ResourceFieldProps = { value: string | undefined; onChange(resource: string | undefined): void }

/** Searches entries by a part of their resource's name. */
export const ResourceField = ({ value, onChange }: ResourceFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  const { text, setText, writeText } = useTyped(value, onChange)
  useKeys({ '/': ['Find by a name or id', () => field.current?.focus()] })
  return (
    <SearchInput
      ref={field}
      label="Flag, name or id"
      aria-label="Filter by resource"
      aria-keyshortcuts="/"
      keys="/"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={writeText}
    />
  )
}
