import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import type { Change } from './changes/change.ts'
import './diff.css'
import { SideView } from './side-view.tsx'
import { capital } from './words/words.ts'

type ChangeTableProps = {
  changes: readonly Change[]
  /** The headings of the two sides: `Now, version 7`. */
  heads: readonly [before: string, after: string]
  /** A remark below a change. */
  remark?: ((change: Change) => ReactNode) | undefined
  /** Shown below the changes, or alone if there are none. */
  foot: ReactNode
}

/** The changes, one row each, with both sides. */
export const ChangeTable = ({ changes, heads, remark, foot }: ChangeTableProps) => (
  <div className="diff">
    <div className="diff-head" aria-hidden>
      <span>Change</span>
      {heads.map((head) => (
        <span key={head}>{head}</span>
      ))}
    </div>
    <ul aria-label="Changes">
      {changes.map((change, index) => (
        <ChangeRow key={index} change={change} heads={heads} remark={remark?.(change)} />
      ))}
    </ul>
    <p className={classes('unchanged', changes.length === 0 && 'alone')}>{foot}</p>
  </div>
)

type ChangeRowProps = { change: Change; heads: readonly [string, string]; remark: ReactNode }

const ChangeRow = ({ change, heads: [beforeHead, afterHead], remark }: ChangeRowProps) => (
  <li className="diff-row">
    <div>
      <p className="where">{change.where}</p>
      <h3>{capital(change.what)}</h3>
      {change.why !== undefined && <p className="why">{change.why}</p>}
      {remark}
    </div>
    <div className="before">
      <span className="sr-only">{beforeHead}: </span>
      <SideView side={change.before} which="before" />
    </div>
    <div className="after">
      <span className="sr-only">{afterHead}: </span>
      <SideView side={change.after} which="after" />
    </div>
  </li>
)
