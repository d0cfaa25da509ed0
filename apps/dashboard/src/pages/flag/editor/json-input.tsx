import type { FlagValue, JsonDocument } from '@bunting/engine'
import { type ComponentProps, useId, useState } from 'react'
import { same } from '../../../diff/same.ts'
import { readDocument } from '../../../draft/read-document.ts'
import { classes } from '../../../parts/classes.ts'
import { Tooltip } from '../../../parts/tooltip.tsx'
import { layOut } from '../../../parts/value.tsx'
import { useEditing, useProblemAt } from './editing.ts'
import { described, type TokenInput, TokenProblem } from './token.tsx'

type JsonInputProps = Pick<ComponentProps<typeof TokenInput>, 'label' | 'path' | 'isNew' | 'className'> & {
  value: FlagValue
  onChange(value: JsonDocument | string): void
  onBlur?(): void
}

const textOf = (value: FlagValue): string => (typeof value === 'object' ? layOut(value) : String(value))

/** A document as its JSON. What was typed stays as it was written as long as it says the value. */
export const JsonInput = ({ label, value, onChange, path, isNew, className, onBlur }: JsonInputProps) => {
  const { because } = useEditing()
  const [text, setText] = useState('')
  const id = useId()
  const problem = useProblemAt(path, value !== '')
  return (
    <>
      <Tooltip says={because}>
        <textarea
          className={classes('tok json', className, isNew && 'new')}
          aria-label={label}
          data-path={path}
          rows={1}
          autoComplete="off"
          spellCheck={false}
          placeholder="{}"
          value={same(readDocument(text), value) ? text : textOf(value)}
          readOnly={because !== undefined}
          onChange={({ target }) => {
            setText(target.value)
            onChange(readDocument(target.value))
          }}
          onBlur={() => {
            setText('')
            onBlur?.()
          }}
          {...described(id, problem)}
        />
      </Tooltip>
      <TokenProblem id={id} says={problem} />
    </>
  )
}
