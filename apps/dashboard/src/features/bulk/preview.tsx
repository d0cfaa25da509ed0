import { ArrowRight, Ban, Equal, GitPullRequestArrow } from 'lucide-react'
import { memo } from 'react'
import { count, plural } from '../../format/number.ts'
import { countOf, type Plan, type Planned } from './plan.ts'

type Outcome = Planned['outcome']

const outcomes: Record<Outcome, { icon: typeof Ban; word: string; sum(flags: number): string }> = {
  changes: {
    icon: ArrowRight,
    word: 'changes',
    sum: (flags) => `${count(flags)} ${flags === 1 ? 'changes' : 'change'}`,
  },
  proposes: {
    icon: GitPullRequestArrow,
    word: 'is proposed',
    sum: (flags) => `${plural(flags, 'becomes a proposal', 'become proposals')}`,
  },
  refused: { icon: Ban, word: 'not possible', sum: (flags) => `${count(flags)} cannot` },
  same: { icon: Equal, word: 'same', sum: (flags) => `${plural(flags, 'is', 'are')} so already` },
}
const order = Object.keys(outcomes) as Outcome[]

/** The outcome for each flag, before anything is done. */
export const Preview = memo(({ plan }: { plan: Plan }) => (
  <section className="preview" aria-label="What will change">
    <p className="sums">
      {order
        .map((outcome) => ({ outcome, flags: countOf(plan, outcome) }))
        .filter(({ flags }) => flags > 0)
        .map(({ outcome, flags }) => (
          <span key={outcome} className={outcome}>
            {outcomes[outcome].sum(flags)}
          </span>
        ))}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <ul tabIndex={0} aria-label="Flag by flag">
      {order
        .flatMap((outcome) => plan.filter((one) => one.outcome === outcome))
        .map((one) => (
          <Line key={one.key} planned={one} />
        ))}
    </ul>
  </section>
))

const Line = ({ planned: { name, outcome, says } }: { planned: Planned }) => {
  const { icon: Icon, word } = outcomes[outcome]
  return (
    <li className={outcome}>
      <Icon size={14} strokeWidth={1.5} aria-hidden />
      <b dir="auto">{name}</b>
      <span dir="auto">
        <span className="sr-only">{word}: </span>
        {says}
      </span>
    </li>
  )
}
