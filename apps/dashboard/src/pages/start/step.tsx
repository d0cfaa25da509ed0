import type { ReactNode } from 'react'

type StepProps = {
  number: number
  title: string
  state: 'done' | 'now' | 'ahead'
  children: ReactNode
}

/** A step of the guide: together they are an upright bunting, a pole with a pennant per step, inked when it is done. */
export const Step = ({ number, title, state, children }: StepProps) => (
  <li className={`step ${state}`}>
    {/* biome-ignore lint/a11y/noSvgWithoutTitle: a step that is done says so; the others are told by their words. */}
    <svg
      width="30"
      height="24"
      viewBox="0 0 30 24"
      {...(state === 'done' ? { role: 'img', 'aria-label': 'Done' } : { 'aria-hidden': true })}
    >
      <path d="M.75 1L28 12L.75 23Z" />
      {state === 'done' ? (
        <polyline points="6,12.2 8.6,14.8 13,9.6" />
      ) : (
        <text x="9.5" y="15.8" textAnchor="middle">
          {number}
        </text>
      )}
    </svg>
    <div className="min-w-0">
      <h2>{title}</h2>
      {children}
    </div>
  </li>
)
