import { findConfig, usePendingProposals } from '../../api/proposals.ts'
import { ProposeTurn } from './propose-turn.tsx'
import { TurnOff } from './turn-off.tsx'
import { type Turn, useTurn } from './use-turn.tsx'

type AskTurnProps = { projectId: string; turn: Turn; onClose(): void }

/** What has to be asked before a flag is turned. */
export const AskTurn = ({ projectId, turn, onClose }: AskTurnProps) => {
  const turnNow = useTurn(projectId)
  const { items: pending = [] } = usePendingProposals(projectId)
  const { flag, environment } = turn
  return environment.protected ? (
    <ProposeTurn
      projectId={projectId}
      turn={turn}
      pending={findConfig(pending, flag.id, environment.id)}
      onClose={onClose}
    />
  ) : (
    <TurnOff turn={turn} onTurn={turnNow} onClose={onClose} />
  )
}
