import { Lock } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { classes } from '../../../parts/classes.ts'
import { Tooltip } from '../../../parts/tooltip.tsx'
import { ProblemsContext } from './editing.ts'
import './locked.css'

type LockedProps = {
  /** What it is: `Condition 2 of rule 1`. */
  label: string
  /** Where in the config it is, with all that is in it. */
  path: string
  isNew: boolean
  /** What can be done with it all the same. */
  action: ReactNode
  children: ReactNode
}

/** A part of a config that is shown here as it is, and changed elsewhere. */
export const Locked = ({ label, path, isNew, action, children }: LockedProps) => {
  const problem = useContext(ProblemsContext).find((one) => one.path.startsWith(path))
  return (
    <fieldset className={classes('line locked', isNew && 'new')} aria-label={label}>
      <div className="what">{children}</div>
      <Tooltip says="It is changed by the API or the command line. Saving here keeps it as it is.">
        <button type="button" className="icon-btn tok-remove" aria-label={`Why ${label} is locked`}>
          <Lock size={14} strokeWidth={1.5} aria-hidden />
        </button>
      </Tooltip>
      {action}
      {problem && <small className="tok-problem">{problem.message}</small>}
    </fieldset>
  )
}
