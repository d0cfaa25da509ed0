import { useRef, useState } from 'react'
import type { FlagInList } from '../../../api/flags.ts'
import { classes } from '../../../ui/classes.ts'
import { isLong, type Layout } from '../columns/lay-out.ts'
import { FoldCard } from '../later-dialogs.ts'
import './fold.css'
import { usePeek } from './use-peek.ts'

type FoldProps = { projectId: string; flag: FlagInList; layout: Layout }

/** A button such as `+15`, for environments without a pennant in view (more on narrow screens). It opens all of them. */
export const Fold = ({ projectId, flag, layout }: FoldProps) => {
  const { environments, folded } = layout
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const peek = usePeek(isOpen)
  if (folded.length === 0 && !isLong(environments.length)) return null
  const close = () => {
    setOpen(false)
    peek.end()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes('env-fold', folded.length === 0 && 'if-narrow')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setOpen(true))}
        {...peek.trigger}
      >
        {folded.length > 0 && <span className="if-wide">+{folded.length}</span>}
        <span className="if-narrow">+{environments.length - 1}</span>
        <span className="sr-only"> more environments of {flag.name}</span>
      </button>
      {(isOpen || peek.isOn) && (
        <FoldCard
          projectId={projectId}
          flag={flag}
          environments={environments}
          button={button}
          isHeld={isOpen}
          onClose={close}
          {...peek.card}
        />
      )}
    </>
  )
}
