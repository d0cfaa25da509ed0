import { Eye, GitPullRequestArrow, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRootClass } from '../../ui/use-root-class.ts'
import './save-bar.css'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const marks = {
  edits: <i className="dot" aria-hidden />,
  proposal: <GitPullRequestArrow {...icon} />,
  conflict: <TriangleAlert {...icon} />,
  look: <Eye {...icon} />,
}

type SaveBarProps = {
  mark: keyof typeof marks
  /** The state, in words. */
  what: string
  /** The meaning of the state. */
  more: string
  /** The field for a reason: see `WhyLine`. */
  why?: ReactNode
  /** The actions: those that cancel come first, the one that confirms comes last. */
  children?: ReactNode
}

/** The bar under a flag or a segment: its unsaved changes, and the actions on them. */
export const SaveBar = ({ mark, what, more, why, children }: SaveBarProps) => {
  useRootClass('has-savebar')
  return (
    <section className="savebar" aria-label="Unsaved changes">
      <span className="what" role="status">
        {marks[mark]}
        <span>
          {what}&ensp;<small>{more}</small>
        </span>
      </span>
      {why}
      {children && <span className="buttons">{children}</span>}
    </section>
  )
}
