import type { Role } from '@bunting/contract'
import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { useInvite } from '../../api/invitations.ts'
import { emailProblem } from '../../format/field-problems.ts'
import { roleWords } from '../../format/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, Input, Select } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Invited } from './invited.tsx'
import { ProjectRoles } from './project-roles.tsx'

type InviteProps = { projects: readonly { id: string; name: string }[]; open: boolean; onClose(): void }

export const Invite = ({ open, ...props }: InviteProps) => (open ? <OpenInvite {...props} /> : null)

/** First the address and the role, then what to do next. */
const OpenInvite = ({ projects, onClose }: Omit<InviteProps, 'open'>) => {
  const invite = useInvite()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const [roles, setRoles] = useState<Record<string, Role>>({})
  const [hasOthers, setOthers] = useState(false)
  const { form, problems } = useForm({
    found: { email: emailProblem(email.trim()) },
    ...invite,
    send: () => invite.mutate({ email: email.trim(), role, projects: roles }),
  })
  const setProjectRole = (projectId: string, next: Role | null) =>
    setRoles(({ [projectId]: _, ...others }) => (next === null ? others : { ...others, [projectId]: next }))
  if (invite.data) return <Invited email={invite.data.email} role={invite.data.role} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite somebody"
      lede="They become a member when they first sign in with this address. No mail is sent."
    >
      <form {...form} className="mt-4 grid gap-4">
        <Field label="E-mail address" hint="As their account at the identity provider has it." problem={problems.email}>
          {(control) => (
            <Input
              {...control}
              type="email"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              placeholder="ada@example.com"
            />
          )}
        </Field>
        <Field label="Role" hint={roleWords[role].may}>
          {(control) => (
            <Select {...control} value={role} onChange={({ target }) => setRole(target.value as Role)}>
              {Object.entries(roleWords).map(([value, { label }]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {hasOthers ? (
          <fieldset>
            <legend className="label">In single projects</legend>
            <ProjectRoles projects={projects} roles={roles} onChange={setProjectRole} />
          </fieldset>
        ) : (
          <Button className="justify-self-start" onClick={() => setOthers(true)}>
            Another role in single projects
          </Button>
        )}
        {invite.error && <Note kind="no">{sayError(invite.error)}</Note>}
        <FormFoot onCancel={onClose} busy={invite.isPending}>
          Invite as {roleWords[role].one}
        </FormFoot>
      </form>
    </Dialog>
  )
}
