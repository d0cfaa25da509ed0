import { limits } from '@bunting/contract'
import type { KeyboardEvent } from 'react'
import { Field, TextArea } from './field.tsx'

type WhyFieldProps = {
  value: string
  onChange(why: string): void
  /** What is wrong with it, where it has to be said. */
  problem?: string | undefined
  required?: boolean
}

/** Why something is changed, in the words of who does. In a form Enter sends it; with Shift it is a new line. */
export const WhyField = ({ value, onChange, problem, required = false }: WhyFieldProps) => (
  <Field label="Why" aside={`${required ? '' : 'optional, '}kept in the history and the audit log`} problem={problem}>
    {(control) => (
      <TextArea
        {...control}
        rows={2}
        maxLength={limits.comment}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={sendOnEnter}
      />
    )}
  </Field>
)

const sendOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
  const { form } = event.currentTarget
  if (!form || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  form.requestSubmit()
}
