import { useState } from 'react'
import { useUpdateProject } from '../../api/projects.ts'
import { useBecause } from '../../api/session.ts'
import { nameProblem } from '../../format/field-problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, Input } from '../../ui/controls/field.tsx'
import { useForm } from '../../ui/controls/use-form.ts'

/** The form for the name, the only part of a project that can change. */
export const ProjectForm = ({ project }: { project: { id: string; name: string } }) => {
  const [name, setName] = useState(project.name)
  const because = useBecause('admin')
  const update = useUpdateProject(project.id)
  const { form, problems } = useForm({
    found: { name: nameProblem(name) },
    ...update,
    send: () => update.mutate({ name }),
  })
  const isSame = name === project.name
  return (
    <form {...form} className="rename">
      <Field label="Name" problem={problems.name}>
        {(control) => (
          <Input
            {...control}
            value={name}
            readOnly={because !== undefined}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        busy={update.isPending}
        because={because ?? (isSame ? 'It has this name already.' : undefined)}
      >
        Rename project
      </Button>
    </form>
  )
}
