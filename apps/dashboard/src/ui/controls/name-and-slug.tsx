import { type ReactNode, useState } from 'react'
import { nameProblem, slugProblem } from '../../format/field-problems.ts'
import { suggestSlug } from '../../format/suggest.ts'
import { Field, Input } from './field.tsx'

/** A name, and a slug that follows it until the user types another; `found` has the errors of both. */
export const useNameAndSlug = () => {
  const [name, setName] = useState('')
  const [typed, setSlug] = useState<string>()
  const slug = typed ?? suggestSlug(name)
  return { name, setName, slug, setSlug, found: { name: nameProblem(name), slug: slugProblem(slug) } }
}

type NameFieldProps = { value: string; onChange(name: string): void; hint?: ReactNode; problem: string | undefined }

export const NameField = ({ value, onChange, hint, problem }: NameFieldProps) => (
  <Field label="Name" hint={hint} problem={problem}>
    {(control) => <Input {...control} value={value} onChange={(event) => onChange(event.target.value)} />}
  </Field>
)

type NameAndSlugProps = {
  of: ReturnType<typeof useNameAndSlug>
  problems: { name?: string | undefined; slug?: string | undefined }
}

export const NameAndSlug = ({ of: { name, setName, slug, setSlug }, problems }: NameAndSlugProps) => (
  <>
    <NameField value={name} onChange={setName} problem={problems.name} />
    <Field label="Slug" hint="Lower-case letters, digits and dashes. It stays as it is." problem={problems.slug}>
      {(control) => (
        <Input {...control} className="mono" value={slug} onChange={(event) => setSlug(event.target.value)} />
      )}
    </Field>
  </>
)
