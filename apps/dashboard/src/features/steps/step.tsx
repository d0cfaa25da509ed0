import type { ReactNode } from 'react'
import './step.css'

type StepProps = {
  number: number
  title: string
  /** How the pennant looks: `done` and `yes` have a tick, `no` has a cross, the others their number. */
  state: 'done' | 'now' | 'ahead' | 'yes' | 'no'
  /** Stands beside the title. */
  beside?: ReactNode
  children: ReactNode
}

const marks: Partial<Record<StepProps['state'], string>> = {
  done: '6,12.2 8.6,14.8 13,9.6',
  yes: '6,12.2 8.6,14.8 13,9.6',
  no: '6,9 12,15 9,12 12,9 6,15',
}

/** A step of the guide: together they are an upright bunting, a pole with a pennant per step, inked when it is done. */
export const Step = ({ number, title, state, beside, children }: StepProps) => (
  <li className={`step ${state}`}>
    {/* biome-ignore lint/a11y/noSvgWithoutTitle: a step that is done says so; the others are told by their words. */}
    <svg
      width="30"
      height="24"
      viewBox="0 0 30 24"
      {...(state === 'done' ? { role: 'img', 'aria-label': 'Done' } : { 'aria-hidden': true })}
    >
      <path d="M.75 1L28 12L.75 23Z" />
      {marks[state] === undefined ? (
        <text x="9.5" y="15.8" textAnchor="middle">
          {number}
        </text>
      ) : (
        <polyline points={marks[state]} />
      )}
    </svg>
    <div className="min-w-0">
      {beside === undefined ? (
        <h2 tabIndex={-1}>{title}</h2>
      ) : (
        <div className="step-head">
          <h2 tabIndex={-1}>{title}</h2>
          {beside}
        </div>
      )}
      {children}
    </div>
  </li>
)
