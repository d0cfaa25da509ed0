import { isolate } from '@bunting/contract/text'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useActors } from '../../api/actors.ts'
import { useWaiting, type WaitingProposal } from '../../api/waiting.ts'

/** Tells of each proposal that comes to wait for me while nobody looks at this window. What waits already is in the title. */
export const NotifyWaiting = () => {
  const { items } = useWaiting({ inBackground: true })
  const actorOf = useActors(items?.map(({ createdBy }) => createdBy) ?? [])
  const navigate = useNavigate()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const before = known.current
    const isNew = ({ id }: WaitingProposal): boolean => before !== undefined && !before.has(id)
    // Not without the name of who proposes: it is on its way.
    if (items.some((one) => isNew(one) && actorOf(one.createdBy).isAwaited)) return
    known.current = new Set(items.map(({ id }) => id))
    if (!document.hidden || Notification.permission !== 'granted') return
    for (const proposal of items.filter(isNew)) {
      const { id: proposalId, projectId } = proposal
      const told = tell(proposal, actorOf(proposal.createdBy).name)
      told.onclick = () => {
        window.focus()
        void navigate({ to: '/projects/$projectId/proposals/$proposalId', params: { projectId, proposalId } })
        told.close()
      }
    }
  }, [items, actorOf, navigate])
  return null
}

/** Several windows of one browser tell it once: the tag is the proposal's. */
const tell = ({ id, flagKey, segmentKey, comment }: WaitingProposal, by: string): Notification =>
  new Notification(`${isolate(by)} proposes a change`, {
    tag: id,
    body: [flagKey ?? segmentKey ?? 'An environment', ...(comment === undefined ? [] : [`“${comment}”`])].join(': '),
  })
