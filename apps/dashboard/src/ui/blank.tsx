import type { ReactNode } from 'react'
import './blank.css'
import './pennants/bunting.css'

type BlankProps = { title: string; children: ReactNode; actions?: ReactNode }

/** An empty state: what would be here, and what to do next. */
export const Empty = ({ title, children, actions }: BlankProps) => (
  <div className="blank">
    <svg className="bunting" width="220" height="64" viewBox="0 0 220 64" aria-hidden="true">
      <path className="string" d="M6 8Q110 44 214 8" />
      <circle className="knot" cx="6" cy="8" r="2.5" />
      <circle className="knot" cx="214" cy="8" r="2.5" />
      <path
        className="stroke-control"
        fill="none"
        strokeWidth="1.4"
        strokeDasharray="2.5 3"
        strokeLinejoin="round"
        d="M97 26.2H123L110 52Z"
      />
    </svg>
    <h2>{title}</h2>
    <p>{children}</p>
    {actions && <div>{actions}</div>}
  </div>
)

/** A failed load, drawn as a torn line of bunting. */
export const Torn = ({ title, children, actions }: BlankProps) => (
  <div className="blank" role="alert">
    <svg className="bunting" width="220" height="64" viewBox="0 0 220 64" aria-hidden="true">
      <path className="string" d="M6 8Q60 26 92 27Q100 30 97 40" />
      <path className="string" d="M214 8Q160 26 128 27Q120 31 124 44" />
      <circle className="knot" cx="6" cy="8" r="2.5" />
      <circle className="knot" cx="214" cy="8" r="2.5" />
      <g className="stroke-control" fill="none" strokeWidth="1.4" strokeLinejoin="round">
        <path d="M34 17.5L56 22.5L40 40Z" />
        <path d="M164 22.5L186 17.5L180 40Z" />
      </g>
    </svg>
    <h2>{title}</h2>
    <p>{children}</p>
    {actions && <div>{actions}</div>}
  </div>
)
