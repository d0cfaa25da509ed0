import type { Environment, MetricCheck } from '@bunting/contract'
import { useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { type Metric, useCheckMetric } from '../../api/metrics.ts'
import { count, plural } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Dialog, DialogFoot } from '../../ui/overlays/dialog.tsx'

type CheckMetricProps = {
  projectId: string
  environment: Environment
  metric: Metric
  /** In a text it is a link. */
  isLink?: boolean
}

const splits = 1_000

/** Looks on one's own data how often chance alone looks like a difference. */
export const CheckMetric = ({ projectId, environment, metric, isLink = false }: CheckMetricProps) => {
  const [isOpen, setOpen] = useState(false)
  const check = useCheckMetric(projectId)
  const open = () => {
    setOpen(true)
    check.mutate({ metricKey: metric.key, environmentId: environment.id, splits })
  }
  return (
    <>
      {isLink ? (
        <button type="button" className="link" onClick={open}>
          Check on own data
        </button>
      ) : (
        <Button size="sm" kind="ghost" onClick={open}>
          Check<span className="sr-only"> {metric.name}</span>
        </Button>
      )}
      {isOpen && (
        <Dialog
          open
          onClose={() => setOpen(false)}
          title={`Does ${metric.name} count right?`}
          lede={`The units of the last 14 days in ${environment.name} are split in two by chance, ${count(splits)} times. Nothing differs, so few splits may say that it does.`}
        >
          <div className="mt-4" aria-live="polite">
            {check.isPending && <p className="text-ink-2">Splitting…</p>}
            {check.error && <Note kind="warn">{sayError(check.error)}</Note>}
            {check.data && <Outcome {...check.data} />}
          </div>
          <DialogFoot>
            <Button onClick={() => setOpen(false)}>Close</Button>
          </DialogFoot>
        </Dialog>
      )}
    </>
  )
}

/** Chance is allowed to be this many times more often a difference than it is on average. */
const tooOften = 2

const Outcome = ({ significant, expected, splits: all, units }: MetricCheck) => {
  const isRight = significant <= tooOften * expected
  return (
    <Note kind={isRight ? 'yes' : 'warn'}>
      <b>
        {plural(significant, 'split')} of {count(all)} looked like a difference{isRight && ': it counts right'}.
      </b>{' '}
      {isRight
        ? `Chance alone makes about ${count(expected)}.`
        : `Chance alone makes about ${count(expected)}. A few units may outweigh all others: make a metric with a cap.`}{' '}
      {plural(units, 'unit was', 'units were')} split.
    </Note>
  )
}
