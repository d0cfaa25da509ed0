import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../api/core/toast.tsx'
import type { IdEdits } from '../../api/segment-edits.ts'
import { idLists, noEdits, type SegmentEdits } from '../../api/segment-edits.ts'
import { useChangeMembers } from '../../api/segment-versions.ts'
import type { SegmentInList, SegmentRef } from '../../api/segments.ts'

type Wanted = {
  segment: SegmentInList
  segmentRef: SegmentRef
  environment: Environment
  edits: SegmentEdits
  onSaved?(): void
}

const inverted = ({ added, removed }: IdEdits): IdEdits => ({ added: removed, removed: added })

/** Adds or removes an id without a draft, and shows a message with an undo. In a protected environment, proposes it. */
export const useMembersNow = () => {
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useChangeMembers()

  const change = async (wanted: Wanted): Promise<void> => {
    const { segment, segmentRef, environment, edits, onSaved } = wanted
    try {
      const made = await mutateAsync({ ...segmentRef, edits, propose: environment.protected })
      if (made.kind === 'same') {
        toast({
          kind: 'yes',
          title: 'Nothing to change',
          children: `It is so in ${isolate(environment.name)} already.`,
        })
        return
      }
      if (made.kind === 'proposed') {
        const params = { projectId: segmentRef.projectId, proposalId: made.proposalId }
        toast({
          kind: 'yes',
          title: 'Proposed',
          children: `${sayEdits(edits, segment)}, once somebody else approves it.`,
          action: {
            label: 'See it',
            run: () => navigate({ to: '/projects/$projectId/proposals/$proposalId', params }),
          },
        })
        return
      }
      onSaved?.()
      // `useChange` reports a change that is not everywhere yet.
      if (made.isUnsynced) return
      const back = { ...noEdits, included: inverted(made.edits.included), excluded: inverted(made.edits.excluded) }
      toast({
        kind: 'yes',
        title: sayEdits(made.edits, segment),
        children: `Saved as version ${made.version}. ${isolate(environment.name)} serves it now.`,
        action: { label: 'Undo', run: () => void change({ ...wanted, edits: back }) },
      })
    } catch {
      // The error is shown already.
    }
  }
  return { change, isPending }
}

const words = {
  included: { added: 'is in', removed: 'is no longer included in' },
  excluded: { added: 'is kept out of', removed: 'is no longer kept out of' },
} as const

/** The edit in words: `ada is in Beta testers`. */
const sayEdits = (edits: SegmentEdits, { name }: SegmentInList): string => {
  for (const list of idLists) {
    for (const way of ['added', 'removed'] as const) {
      const [id] = edits[list][way]
      if (id !== undefined) return `${isolate(id)} ${words[list][way]} ${isolate(name)}`
    }
  }
  return isolate(name)
}
