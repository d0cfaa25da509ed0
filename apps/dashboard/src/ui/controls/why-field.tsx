import { limits } from '@bunting/contract'
import type { KeyboardEvent } from 'react'
import { Field, TextArea } from './field.tsx'

type WhyFieldProps = {
  value: string
  onChange(why: string): void
  /** The error of the field, if a reason is required. */
  problem?: string | undefined
  required?: boolean
}

/** The reason for a change, in the user's words. In a form Enter submits it, and Shift+Enter makes a new line. */
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
