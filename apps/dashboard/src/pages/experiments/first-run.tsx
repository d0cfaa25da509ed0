import { Link } from '@tanstack/react-router'
import { Tabs } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { useMetrics } from '../../api/metrics.ts'
import { managementUrl } from '../../base.ts'
import { Code } from '../../features/code/code.tsx'
import { Step } from '../../features/steps/step.tsx'
import { CopyButton } from '../../ui/controls/copy.tsx'
import { Listening } from './listening.tsx'
import { type TrackSnippet, trackSnippets } from './track-snippets.ts'
import { useHeard } from './use-heard.ts'

type FirstRunProps = {
  projectId: string
  /** Makes an experiment. */
  children: ReactNode
}

/** From no event at all to the first result: each step is ticked off when the API can tell that it is done. */
export const FirstRun = ({ projectId, children }: FirstRunProps) => {
  const environments = useEnvironments(projectId)
  const { items: metrics, isComplete } = useMetrics(projectId)
  const heard = useHeard(projectId, environments)
  const hasMetric = isComplete && (metrics?.length ?? 0) > 0
  const done = [heard.latest !== undefined, hasMetric, false]
  const next = done.indexOf(false)
  const stateOf = (at: number) => (done[at] ? 'done' : at === next ? 'now' : 'ahead')
  return (
    <div className="first-run">
      <h2 className="lead">No experiments yet</h2>
      <p className="text-ink-2">
        An experiment splits a rule over variants and counts what people do next. Three steps lead to the first result.
      </p>
      <ol>
        <Step number={1} title="Tell Bunting when it happens" state={stateOf(0)}>
          <p className="text-ink-2">
            One line, where it happens. SDKs send it if they were opened with <code>telemetry</code>.
          </p>
          <TrackCode />
          <Listening heard={heard} environments={environments} />
        </Step>
        <Step number={2} title="Say what counts" state={stateOf(1)}>
          <p className="text-ink-2">
            A metric makes a number of events: how many people buy within a day, or what they spend.{' '}
            <Link
              className="link"
              to="/projects/$projectId/metrics"
              params={{ projectId }}
              search={{ new: 'metric', ...(heard.latest && { env: heard.latest.environment.slug }) }}
            >
              Make a metric
            </Link>
          </p>
        </Step>
        <Step number={3} title="Split a rule, and start" state={stateOf(2)}>
          <p className="text-ink-2">
            Give a rule of a{' '}
            <Link className="link" to="/projects/$projectId/flags" params={{ projectId }}>
              flag
            </Link>{' '}
            two variants. The planner says how long it takes; results come once the first people have had their time.
          </p>
          {children}
        </Step>
      </ol>
    </div>
  )
}

const names = Object.entries(trackSnippets) as [TrackSnippet, (typeof trackSnippets)[TrackSnippet]][]

const TrackCode = () => {
  const [name, setName] = useState<TrackSnippet>('node')
  return (
    <Tabs.Root value={name} onValueChange={(next) => setName(next as TrackSnippet)} className="code">
      <div className="code-head">
        <Tabs.List aria-label="How to tell it" className="pushed">
          {names.map(([value, { label }]) => (
            <Tabs.Trigger key={value} value={value} className="code-tab">
              {label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <CopyButton text={trackSnippets[name].code({ managementUrl })} what="the line" />
      </div>
      {names.map(([value, { code }]) => (
        <Tabs.Content key={value} value={value} tabIndex={-1}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <pre tabIndex={0}>
            <Code code={code({ managementUrl })} />
          </pre>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
