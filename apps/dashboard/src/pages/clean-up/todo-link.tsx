import { Link } from '@tanstack/react-router'
import type { CleanupFlag } from '../../api/health.ts'
import { plural } from '../../format/number.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import type { Todo } from './what-to-do.ts'

type TodoLinkProps = {
  projectId: string
  flag: CleanupFlag
  /** Why the caller may not change anything, if so. */
  because: string | undefined
  onDo(todo: Todo): void
}

const words = { archive: 'Archive', end: 'End later, or take it out', own: 'Give it an owner' }

/** The next step for a flag, below the reason: an action here, or a link to its references in code or to its callers. */
export const TodoLink = ({ projectId, flag, because, onDo }: TodoLinkProps) => {
  const { advice } = flag
  if (advice === 'take_out' || advice === 'find_callers') {
    return (
      <Link
        className="todo"
        to="/projects/$projectId/flags/$flagKey"
        params={{ projectId, flagKey: flag.key }}
        search={{ tab: flag.codeReferences ? 'code' : 'usage' }}
      >
        {advice === 'take_out' ? <TakeOut flag={flag} /> : 'In no scanned code: see who asks'}
      </Link>
    )
  }
  return (
    <Tooltip says={because}>
      <button
        type="button"
        className="todo"
        aria-label={`${words[advice]}: ${flag.name}`}
        {...(because === undefined ? { onClick: () => onDo(advice) } : { 'aria-disabled': true })}
      >
        {words[advice]}
      </button>
    </Tooltip>
  )
}

const TakeOut = ({ flag: { findings, codeReferences } }: Pick<TodoLinkProps, 'flag'>) => {
  const single = findings.find(({ reason }) => reason === 'single_value')
  const where = codeReferences === undefined ? 'the code' : plural(codeReferences, 'line')
  return single ? (
    <>
      Take out of {where}, keep <code>{single.value}</code>
    </>
  ) : (
    `Take out of ${where}, then archive`
  )
}
