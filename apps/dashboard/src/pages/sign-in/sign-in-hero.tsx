import { PennantShape } from '../../ui/pennants/pennant.tsx'
import { cell } from '../../ui/pennants/pennant-path.ts'

/** The colours of the environments that every project starts with. */
const colors = ['#CF4526', '#C98F12', '#15877A']

/** The pennants on the line, from left to right: forked or not, and the share that is inked. */
const hung = [
  [false, 1],
  [true, 1],
  [false, 0.7],
  [false, 0.6],
  [false, 1],
  [false, 1],
  [false, 0],
  [false, 0],
  [true, 0.3],
  [true, 0],
  [false, 1],
  [true, 1],
  [false, 0.7],
  [false, 0.6],
  [false, 1],
  [false, 1],
] as const

const spanWidth = 800
const perSpan = hung.length / 2
const [ends, sag] = [40, 224]

/** The position of a pennant on one of two sagging lines, tilted as the line is there. */
const placeOf = (index: number): string => {
  const along = ((index % perSpan) + 0.5) / (perSpan + 0.5)
  const t = index < perSpan ? along : 1 - (perSpan - 1 - (index % perSpan) + 0.5) / (perSpan + 0.5)
  const x = spanWidth * (Math.floor(index / perSpan) + t)
  const y = ends + 2 * sag * t * (1 - t)
  const angle = (Math.atan((2 * sag * (1 - 2 * t)) / spanWidth) * 180) / Math.PI
  return `translate(${x} ${y}) rotate(${angle}) scale(3.3) translate(${-cell.width / 2} ${-cell.line})`
}

/** The only place where the bunting is mere decoration. */
export const SignInHero = () => (
  <svg className="hero bunting big" viewBox="0 0 1600 300" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
    {hung.map(([forked, share], index) => (
      <g key={index} transform={placeOf(index)}>
        <PennantShape
          environment={{ color: colors[(index % perSpan) % colors.length] as string, protected: false }}
          state={{ kind: 'config', on: true, forked, share }}
          big
        />
      </g>
    ))}
    <path className="string" d="M0 40Q400 264 800 40Q1200 264 1600 40" style={{ strokeWidth: 2 }} />
    <circle className="knot" cx="800" cy="40" r="4" />
  </svg>
)
