import { isolate } from '@bunting/contract/text'
import type { Explanation, FlagConfig, Rule, RuleExplanation } from '@bunting/engine'
import { memo } from 'react'
import { same } from '../../format/same.ts'
import { classes } from '../../ui/classes.ts'
import { nameKind, sayDrawn } from '../diff/words/share-words.ts'
import { Compared, Line } from './compared.tsx'
import { Mark, type MarkKind } from './mark.tsx'

const kindOf = ({ outcome }: RuleExplanation): MarkKind =>
  outcome === 'matched' ? 'yes' : outcome === 'disabled' || outcome === 'not_reached' ? 'skip' : 'no'

/** The comparisons of each rule, and why it did or did not match. */
export const Trace = ({ config, explanation }: { config: FlagConfig | null; explanation: Explanation }) => (
  <ol className="trace" aria-label="Rule by rule">
    {explanation.rules.map((told, index) => (
      <TracedRule
        key={told.id}
        told={told}
        at={index}
        rule={config?.rules.find(({ id }) => id === told.id)}
        variant={told.outcome === 'matched' ? explanation.result.variant : undefined}
      />
    ))}
  </ol>
)

type DetailsProps = {
  told: RuleExplanation
  rule: Rule | undefined
  /** The variant that its split gave. */
  variant: string | undefined
}

const TracedRule = memo(({ at, ...details }: DetailsProps & { at: number }) => {
  const { told } = details
  const kind = kindOf(told)
  return (
    <li className={classes(kind === 'no' && 'not', kind === 'skip' && 'skip-row')}>
      <Mark kind={kind} />
      <h3>{told.name === '' ? `Rule ${at + 1}` : `${at + 1} ${isolate(told.name)}`}</h3>
      <Details {...details} />
    </li>
  )
}, same)

const Details = ({ told, rule, variant }: DetailsProps) => {
  if (told.outcome === 'disabled') return <p>Off, so it is passed over.</p>
  if (told.outcome === 'not_reached') return <p>Not reached.{rule?.enabled === false && ' It is off.'}</p>
  const draws = rule?.rolloutPercentage !== undefined || rule?.distribution !== undefined
  const hold =
    told.threshold !== undefined ||
    told.bucket !== undefined ||
    told.hash !== undefined ||
    (draws && told.conditions?.every((one) => one.matched))
  return (
    <ul>
      {told.conditions?.map((condition, index) => (
        <Line key={index} yes={condition.matched}>
          <Compared condition={condition} />
        </Line>
      ))}
      {told.conditions?.length === 0 && <Line yes>for everyone</Line>}
      {draws && hold && told.bucket === undefined && told.hash === undefined && (
        <Line yes={false}>there is no {isolate(rule?.bucketBy ?? 'userId')} to draw by</Line>
      )}
      {told.bucket !== undefined && told.threshold !== undefined && (
        <Line yes={told.bucket < told.threshold}>
          <Drawn bucket={told.bucket / 1_000} threshold={told.threshold / 1_000} />
        </Line>
      )}
      {told.hash && rule?.rolloutPercentage !== undefined && (
        <Line yes={told.hash.value < told.hash.limit}>
          {nameKind(told.hash.kind)} {sayDrawn(told.hash)}
          {told.hash.oneDraw && ', which decides the split too'}
        </Line>
      )}
      {told.outcome === 'matched' && rule?.distribution && (
        <Line yes>
          split gives <code>{variant}</code>
        </Line>
      )}
    </ul>
  )
}

/** The bucket of this context, beside the share of the rollout. */
const Drawn = ({ bucket, threshold }: { bucket: number; threshold: number }) => (
  <>
    bucket <span className="num">{bucket.toFixed(3)}</span> is {bucket < threshold ? 'under' : 'not under'} {threshold}
    <span className="bucket" aria-hidden>
      <i style={{ width: `${threshold}%` }} />
      <b style={{ left: `${bucket}%` }} />
    </span>
  </>
)
