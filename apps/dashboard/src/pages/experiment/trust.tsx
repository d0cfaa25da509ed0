import { maturitySeconds } from '@bunting/statistics'
import { Check, CircleAlert, Info } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { sayWindow } from '../../features/experiments/metric-words.ts'
import { Verdict } from '../../features/experiments/verdict.tsx'
import { Step } from '../../features/steps/step.tsx'
import { sayP, sayShare } from '../../format/lift.ts'
import { count, percent, plural } from '../../format/number.ts'
import { sayDate, sayDuration } from '../../format/time.ts'
import { classes } from '../../ui/classes.ts'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { Shown } from './shown.ts'

type Answer = { state: 'yes' | 'no' | 'ahead'; says: ReactNode }

const answers: Record<Shown['results']['srm']['status'], Answer> = {
  ok: { state: 'yes', says: <Verdict look="yes">Yes</Verdict> },
  mismatch: { state: 'no', says: <Verdict look="no">No: the split is off</Verdict> },
  not_enough: { state: 'ahead', says: <Verdict look={undefined}>Too early to say</Verdict> },
}

/** Whether units were split as they should be, how many are counted, and what else may be wrong. */
export const Trust = (shown: Shown) => {
  const { state, says } = answers[shown.results.srm.status]
  return (
    <Step number={1} title="Can you trust it?" state={state} beside={says}>
      <div className="trust">
        <TheSplit {...shown} />
        <Counted {...shown} />
        <Health {...shown} />
      </div>
    </Step>
  )
}

/** Tints of the environment's colour, as the rule's own split has them. */
const tints = ['100%', '62%', '30%', '80%', '46%', '16%']

const TheSplit = ({ experiment: { variants }, results: { units, srm }, environment }: Shown) => {
  const total = variants.reduce((sum, { weight }) => sum + weight, 0)
  const exposed = Object.values(units).reduce((sum, one) => sum + one.exposed, 0)
  return (
    <section>
      <h3>The split</h3>
      <div className="split-bar env" style={envColor(environment?.color ?? '#888888')} aria-hidden>
        {variants.map(({ variant, weight }, at) => (
          <i
            key={variant}
            style={{ '--t': tints[at % tints.length], width: `${(weight / total) * 100}%` } as CSSProperties}
          />
        ))}
      </div>
      <table className="shares">
        <caption className="sr-only">Units by variant</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">Units</th>
            <th scope="col">Share, of the planned one</th>
          </tr>
        </thead>
        <tbody>
          {variants.map(({ variant, weight }) => (
            <tr key={variant}>
              <th scope="row">
                <code>{variant}</code>
              </th>
              <td className="num">{count(units[variant]?.exposed ?? 0)}</td>
              <td className="num text-ink-3">
                {exposed === 0 ? '–' : (((units[variant]?.exposed ?? 0) / exposed) * 100).toFixed(1)} of{' '}
                {percent(Math.round((weight / total) * 1_000) / 10)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{sayings[srm.status](srm.p)}</p>
    </section>
  )
}

const sayings: Record<Shown['results']['srm']['status'], (p: number) => string> = {
  ok: (p) => `As planned: chance alone explains the rest (p ${sayP(p)}; below 0.01 it is a mismatch).`,
  mismatch: (p) => `Chance alone does not do this (p ${sayP(p)}). Look at its health, and at what sends exposures.`,
  not_enough: () => 'Too few units to tell whether they are split as planned.',
}

const Counted = ({ experiment, results: { units }, metrics }: Shown) => {
  const all = Object.values(units)
  const sum = (of: 'matured' | 'exposed' | 'waiting') => all.reduce((total, one) => total + one[of], 0)
  const [matured, exposed, waiting] = [sum('matured'), sum('exposed'), sum('waiting')]
  const primary = metrics.find(({ key }) => key === experiment.primary)
  const share = sayShare(matured, exposed)
  return (
    <section>
      <h3>Counted</h3>
      <p className="figure">
        {count(matured)} <small>of {plural(exposed, 'unit')}</small>
      </p>
      <div
        className="counted-bar"
        role="img"
        aria-label={`${share} counted`}
        style={{ '--share': exposed === 0 ? 0 : matured / exposed } as CSSProperties}
      />
      <p>
        {exposed === 0 &&
          'Nobody was exposed yet: units come when code asks for the flag, by an SDK with telemetry on, and the rule answers.'}
        {exposed > 0 && waiting === 0 && 'All of them had their time.'}
        {waiting > 0 && (
          <>
            {share}. The other {count(waiting)} are still inside their{' '}
            {primary ? sayWindow(primary.after + primary.window) : ''} window and count once
            {primary &&
              `, ${sayDuration(roundUp(maturitySeconds(primary)))} after they came, so that late events are in`}
            .
          </>
        )}
      </p>
    </section>
  )
}

/** Whole minutes. */
const roundUp = (seconds: number): number => Math.ceil(seconds / 60) * 60

const Health = ({ experiment: { marks }, results: { health, units } }: Shown) => {
  const now = useNow()
  const isEmpty = Object.values(units).every(({ exposed }) => exposed === 0)
  const { mismatched, late, ignored, identity } = health
  const wrong = mismatched.reduce((sum, one) => sum + one.count, 0)
  return (
    <section>
      <h3>Health</h3>
      <ul className="checks">
        {isEmpty && wrong === 0 && <Line look="info">Nothing to check yet</Line>}
        {wrong === 0
          ? !isEmpty && <Line look="yes">Nobody got a variant that the split does not give</Line>
          : mismatched.map((one) => (
              <Line look="no" key={`${one.sdkType} ${one.sdkVersion}`}>
                {plural(one.count, 'exposure')} with a wrong variant, by <bdi>{one.sdkType}</bdi>{' '}
                <bdi>{one.sdkVersion}</bdi>
              </Line>
            ))}
        {!isEmpty && (
          <>
            <Line look={late === 0 ? 'yes' : 'info'}>
              {late === 0 ? 'No event came late' : `${plural(late, 'event')} came too late to count`}
            </Line>
            <Line look={identity === 0 ? 'yes' : 'info'}>
              {identity === 0
                ? 'Nobody changed their id'
                : `${plural(identity, 'event')} of people who changed their id, by signing in for example`}
            </Line>
          </>
        )}
        {ignored > 0 && <Line look="info">{plural(ignored, 'item')} of bots and opted-out browsers ignored</Line>}
        {marks.map(({ at, version, what }) => (
          <Line look="info" key={version}>
            {sayDate(new Date(at), now)}: <bdi>{what}</bdi>, for all variants alike
          </Line>
        ))}
      </ul>
    </section>
  )
}

const icons = { yes: Check, no: CircleAlert, info: Info }

const Line = ({ look, children }: { look: keyof typeof icons; children: ReactNode }) => {
  const Icon = icons[look]
  return (
    <li className={classes(look)}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </li>
  )
}
