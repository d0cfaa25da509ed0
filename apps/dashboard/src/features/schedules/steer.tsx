import { Link } from '@tanstack/react-router'
import { Pause, Play, RotateCcw } from 'lucide-react'
import { toast } from '../../api/core/toast.tsx'
import { type Schedule, useSteerSchedule } from '../../api/schedules.ts'
import { useBecause } from '../../api/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useTellProposed } from '../proposals/use-tell-proposed.ts'
import { baseVersionOf, isLive } from './progress.ts'

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

type SteerProps = { projectId: string; flagKey: string | undefined; schedule: Schedule }

/** The actions on a live schedule. Each takes one press, without a question, since each can be put right again. */
export const Steer = ({ projectId, flagKey, schedule }: SteerProps) => {
  const { id, status, proposalId } = schedule
  const because = useBecause('editor')
  const flagRef = { projectId, flagKey }
  const pause = useSteerSchedule(flagRef, 'pause')
  const resume = useSteerSchedule(flagRef, 'resume')
  const cancel = useSteerSchedule(flagRef, 'cancel')
  const rollBack = useSteerSchedule(flagRef, 'rollback')
  const tellProposed = useTellProposed(projectId)
  const busy = [pause, resume, cancel, rollBack].some(({ isPending }) => isPending)
  const common = { size: 'sm', because, busy } as const
  const base = baseVersionOf(schedule)
  if (!isLive(schedule)) return null
  return (
    <span className="buttons">
      {status === 'pending' && proposalId !== undefined && (
        <Link className="link" to="/projects/$projectId/proposals/$proposalId" params={{ projectId, proposalId }}>
          See the proposal
        </Link>
      )}
      {status === 'running' && (
        <Button {...common} onClick={() => pause.mutate(id)}>
          <Pause {...icon} />
          Pause
        </Button>
      )}
      {status === 'paused' && (
        <Button {...common} onClick={() => resume.mutate(id, { onSuccess: tellProposed })}>
          <Play {...icon} />
          Resume
        </Button>
      )}
      {base !== undefined && (
        <Button
          {...common}
          kind="danger"
          title={`Version ${base}, from before its first step, comes back as a new version`}
          onClick={() => rollBack.mutate(id, { onSuccess: (answer) => tellRolledBack(answer, base) })}
        >
          <RotateCcw {...icon} />
          Roll back
        </Button>
      )}
      <Button {...common} kind="ghost" onClick={() => cancel.mutate(id)}>
        Cancel it
      </Button>
    </span>
  )
}

const tellRolledBack = (answer: object, base: number): void => {
  // `useChange` reports a change that is not everywhere yet.
  if ('syncWarning' in answer) return
  toast({
    kind: 'yes',
    title: `Rolled back to version ${base}`,
    children: 'It is served again, as a new version. The schedule is cancelled.',
  })
}
