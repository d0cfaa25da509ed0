import { type ReactNode, useState } from 'react'
import { toSlug } from '../format/slug.ts'
import { Field, Input } from './field.tsx'

/** A name, and the slug that follows it until somebody types another. */
export const useNameAndSlug = () => {
  const [name, setName] = useState('')
  const [typed, setSlug] = useState<string>()
  return { name, setName, slug: typed ?? toSlug(name), setSlug }
}

type NameFieldProps = { value: string; onChange(name: string): void; hint?: ReactNode }

export const NameField = ({ value, onChange, hint }: NameFieldProps) => (
  <Field label="Name" hint={hint}>
    {(control) => (
      <Input
        {...control}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        pattern=".*\S.*"
        maxLength={200}
        required
      />
    )}
  </Field>
)

type NameAndSlugProps = { of: ReturnType<typeof useNameAndSlug>; slugProblem: string | undefined }

export const NameAndSlug = ({ of: { name, setName, slug, setSlug }, slugProblem }: NameAndSlugProps) => (
  <>
    <NameField value={name} onChange={setName} />
    <Field label="Slug" hint="Lower-case letters, digits and dashes. It stays as it is." problem={slugProblem}>
      {(control) => (
        <Input
          {...control}
          className="mono"
          value={slug}
          onChange={(event) => setSlug(event.target.value)}
          pattern="[a-z0-9\-]+"
          maxLength={64}
          required
        />
      )}
    </Field>
  </>
)
