import { type Environment, limits } from '@bunting/contract'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { findSegmentProposal, usePendingProposals } from '../../api/proposals.ts'
import { noEdits } from '../../api/segment-edits.ts'
import type { SegmentInList } from '../../api/segments.ts'
import { useBecause, useSession } from '../../api/session.ts'
import { keepTyped, loadTyped } from '../../features/draft/storage/typed-storage.ts'
import { useManagedTick } from '../../features/managed/use-managed-tick.tsx'
import { attributeOf } from '../../features/segments/units.ts'
import { useMembersNow } from '../../features/segments/use-members-now.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Field, Input, Select } from '../../ui/controls/field.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Popover } from '../../ui/overlays/popover.tsx'

type AddMemberProps = { projectId: string; segment: SegmentInList; environments: readonly Environment[] }

/** Adds an id to a segment without opening its page. */
export const AddMember = ({ segment, ...props }: AddMemberProps) => {
  const [open, setOpen] = useState(false)
  const role = useBecause('editor')
  const { plan } = useSession()
  const because =
    role ??
    (segment.archivedAt !== null ? 'The segment is archived.' : undefined) ??
    (segment.large ? 'Its ids are uploaded, on its page.' : undefined) ??
    (plan === 'free' ? 'Segments need the Pro or Enterprise plan.' : undefined)
  const button = (
    <Button kind="ghost" size="sm" because={because} aria-label={`Add an id to ${segment.name}`}>
      <UserPlus size={16} strokeWidth={1.5} aria-hidden />
      Add
    </Button>
  )
  if (because !== undefined) return button
  return (
    <Popover label={`Add an id to ${segment.name}`} trigger={button} open={open} onOpenChange={setOpen}>
      <AddMemberForm {...props} segment={segment} onDone={() => setOpen(false)} />
    </Popover>
  )
}

const lastEnvironment = 'segments:environment'

const AddMemberForm = ({ projectId, segment, environments, onDone }: AddMemberProps & { onDone(): void }) => {
  const [id, setId] = useState('')
  const [slug, setSlug] = useState(() => loadTyped<string>(lastEnvironment))
  const { items: pending = [] } = usePendingProposals(projectId)
  const { change, isPending } = useMembersNow()
  const environment = environments.find((one) => one.slug === slug) ?? environments[0]
  const typed = id.trim()
  const isWaiting = environment?.protected && findSegmentProposal(pending, segment.id, environment.id) !== undefined
  const { tick, because: unticked } = useManagedTick(segment.managedBy)
  const waits = isWaiting ? 'A proposal is waiting there already, one at a time.' : undefined
  const because = waits ?? unticked
  const { form, problems } = useForm({
    found: { id: problemOf(typed) },
    error: null,
    isPending,
    send: async () => {
      if (!environment || because !== undefined) return
      keepTyped(lastEnvironment, environment.slug)
      const segmentRef = { projectId, segmentKey: segment.key, envId: environment.id }
      const edits = { ...noEdits, included: { added: [typed], removed: [] } }
      await change({ segment, segmentRef, environment, edits })
      onDone()
    },
  })
  return (
    <form {...form} className="grid gap-3">
      <Field label={`Add a ${attributeOf(segment.unit)}`} problem={problems.id}>
        {(control) => (
          <Input {...control} className="mono" value={id} onChange={(event) => setId(event.target.value)} />
        )}
      </Field>
      <Field label="In" hint={waits}>
        {(control) => (
          <Select {...control} value={environment?.slug} onChange={(event) => setSlug(event.target.value)}>
            {environments.map((one) => (
              <option key={one.id} value={one.slug}>
                {one.name}
                {one.protected && ', protected'}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {tick}
      <Button kind="primary" type="submit" busy={isPending} because={because}>
        {environment?.protected ? 'Propose it' : 'Add'}
      </Button>
    </form>
  )
}

const problemOf = (id: string): string | undefined => {
  if (id === '') return 'An id is missing.'
  return id.length > limits.segmentId ? `An id has at most ${limits.segmentId} characters.` : undefined
}
