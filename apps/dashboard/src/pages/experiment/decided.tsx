import { useNames } from '../../api/actors.ts'
import { Note } from '../../ui/note.tsx'
import { Time } from '../../ui/time.tsx'
import type { Shown } from './shown.ts'

const recommended: Record<Shown['results']['recommendation']['kind'], string> = {
  broken_split: 'that the split was off',
  stop: 'to stop it',
  not_enough: 'nothing, for want of units',
  ship: 'to ship it',
  keep_control: 'to keep control',
  no_difference: 'either: there was no difference that matters',
  keep_running: 'to keep it running',
}

/** What was decided, by whom, and what was recommended then. */
export const Decided = ({ experiment: { decision, reason, stoppedAt }, results }: Shown) => {
  const nameOf = useNames([decision?.by ?? null])
  const isWaiting = Object.values(results.units).some(({ waiting }) => waiting > 0)
  const still = isWaiting ? ' Those who were exposed are still counted until their time is over.' : null
  if (!decision) {
    return (
      <Note>
        <b>
          <bdi>{reason ?? 'It was stopped.'}</bdi>
        </b>{' '}
        {stoppedAt !== null && <Time at={stoppedAt} />}.{still}
      </Note>
    )
  }
  return (
    <Note kind="yes">
      <b>
        <bdi>{nameOf(decision.by)}</bdi> shipped <code>{decision.variant}</code>{' '}
        {decision.to === 'everyone' ? 'to everyone' : 'where the rule matches'}
      </b>
      , <Time at={decision.at} />. Recommended was {recommended[decision.recommendation]}.{still}
      {decision.comment !== null && (
        <p>
          “<bdi>{decision.comment}</bdi>”
        </p>
      )}
    </Note>
  )
}
