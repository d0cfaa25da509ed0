import { Link } from '@tanstack/react-router'
import type { CleanupFlag } from '../../api/health.ts'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { type Todo, whatToDo } from './what-to-do.ts'

type TodoLinkProps = {
  projectId: string
  flag: CleanupFlag
  /** Why the caller may not change anything, if so. */
  because: string | undefined
  onDo(todo: Exclude<Todo, 'take-out'>): void
}

const words = { archive: 'Archive', end: 'End later, or take it out', own: 'Give it an owner' }

/** What to do with a flag, below the reason. To remove it from code, it links to the usage: that shows who still asks. */
export const TodoLink = ({ projectId, flag, because, onDo }: TodoLinkProps) => {
  const todo = whatToDo(flag)
  if (todo === 'take-out') {
    const value = flag.findings.find(({ reason }) => reason === 'single_value')?.value
    return (
      <Link
        className="todo"
        to="/projects/$projectId/flags/$flagKey"
        params={{ projectId, flagKey: flag.key }}
        search={{ tab: 'usage' }}
      >
        Take out of the code, keep <code>{value}</code>
      </Link>
    )
  }
  return (
    <Tooltip says={because}>
      <button
        type="button"
        className="todo"
        aria-label={`${words[todo]}: ${flag.name}`}
        {...(because === undefined ? { onClick: () => onDo(todo) } : { 'aria-disabled': true })}
      >
        {words[todo]}
      </button>
    </Tooltip>
  )
}
