import './bars.css'

/** A bar whose length shows the share of the maximum. The figure beside it says the same. */
export const Length = ({ of, most }: { of: number; most: number }) => (
  <span className="length" aria-hidden>
    {of > 0 && <span style={{ width: `${(100 * of) / most}%` }} />}
  </span>
)
