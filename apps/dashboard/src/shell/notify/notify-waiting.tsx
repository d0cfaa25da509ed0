import { isolate } from '@bunting/contract/text'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useActors } from '../../api/actors.ts'
import { useWaiting, type WaitingProposal } from '../../api/waiting.ts'

/** Notifies the user of each new proposal to approve while the window is hidden. Earlier ones are only in the title. */
export const NotifyWaiting = () => {
  const { items } = useWaiting({ inBackground: true })
  const actorOf = useActors(items?.map(({ createdBy }) => createdBy) ?? [])
  const navigate = useNavigate()
  const known = useRef<ReadonlySet<string>>(undefined)
  useEffect(() => {
    if (!items) return
    const before = known.current
    const isNew = ({ id }: WaitingProposal): boolean => before !== undefined && !before.has(id)
    // Waits until the proposers' names are loaded.
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

/** Shows a notification. The tag is the proposal's id, so that several windows of one browser show it once. */
const tell = ({ id, flagKey, segmentKey, comment }: WaitingProposal, by: string): Notification =>
  new Notification(`${isolate(by)} proposes a change`, {
    tag: id,
    body: [flagKey ?? segmentKey ?? 'An environment', ...(comment === undefined ? [] : [`“${comment}”`])].join(': '),
  })
