import { findConfig, usePendingProposals } from '../../api/proposals.ts'
import { ConfirmToggle } from './confirm-toggle.tsx'
import { ProposeToggle } from './propose-toggle.tsx'
import { type Toggle, useToggle } from './use-toggle.tsx'

type AskToggleProps = { projectId: string; toggle: Toggle; onClose(): void }

/** The question before a flag is turned on or off. */
export const AskToggle = ({ projectId, toggle, onClose }: AskToggleProps) => {
  const toggleNow = useToggle(projectId)
  const { items: pending = [] } = usePendingProposals(projectId)
  const { flag, environment } = toggle
  return environment.protected ? (
    <ProposeToggle
      projectId={projectId}
      toggle={toggle}
      pending={findConfig(pending, flag.id, environment.id)}
      onClose={onClose}
    />
  ) : (
    <ConfirmToggle toggle={toggle} onToggle={toggleNow} onClose={onClose} />
  )
}
