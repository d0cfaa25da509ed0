import type { Share } from '@bunting/engine'
import { percent } from '../../format/number.ts'
import { Gauge } from './gauge.tsx'

/** A rule's split over variants, in percent. */
export const Split = ({ shares }: { shares: readonly Share[] }) => {
  const total = shares.reduce((sum, { weight }) => sum + Number(weight), 0)
  return (
    <ul className="split-list">
      {shares.map(({ variant, weight }, index) => (
        <li key={index}>
          <code>{variant}</code>
          <Gauge percentage={(weight / total) * 100}>{percent(Math.round((weight / total) * 1_000) / 10)}</Gauge>
        </li>
      ))}
    </ul>
  )
}
