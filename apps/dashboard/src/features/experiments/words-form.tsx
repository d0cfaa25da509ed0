import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { descriptionProblem, nameProblem } from '../../format/field-problems.ts'
import { Field, TextArea } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { NameField } from '../../ui/controls/name-and-slug.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'

/** A name and an optional text: the only fields of a metric or a running experiment that can change. */
type Words = { name: string; text: string | null }

type WordsFormProps = {
  words: Words
  /** The label of the text. */
  label: string
  update: { error: Error | null; isPending: boolean }
  onSave(words: Words): void
  onCancel(): void
}

export const WordsForm = ({ words, label, update, onSave, onCancel }: WordsFormProps) => {
  const [name, setName] = useState(words.name)
  const [text, setText] = useState(words.text ?? '')
  const { form, problems } = useForm({
    found: { name: nameProblem(name), text: descriptionProblem(text) },
    ...update,
    send: () => onSave({ name: name.trim(), text: text.trim() || null }),
  })
  return (
    <form {...form} className="mt-4 grid gap-4">
      <NameField value={name} onChange={setName} problem={problems.name} />
      <Field label={label} aside="optional" problem={problems.text}>
        {(control) => <TextArea {...control} value={text} onChange={({ target }) => setText(target.value)} />}
      </Field>
      {update.error && <Note kind="no">{sayError(update.error)}</Note>}
      <FormFoot onCancel={onCancel} busy={update.isPending}>
        Save
      </FormFoot>
    </form>
  )
}
