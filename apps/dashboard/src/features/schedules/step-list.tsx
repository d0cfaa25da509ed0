import { needSeconds, type Step, type StepChange } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { Link } from '@tanstack/react-router'
import { Check, Circle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { sayDuration } from '../../format/time.ts'
import { sayStep } from '../diff/words/say-step.ts'
import { Moment } from './moment.tsx'

const icon = { size: 14, strokeWidth: 2, 'aria-hidden': true } as const

const marks: Record<Step['status'], { mark: ReactNode; says: string }> = {
  waiting: { mark: <Circle {...icon} />, says: 'To come' },
  done: { mark: <Check {...icon} />, says: 'Done' },
  folded: { mark: <Check {...icon} />, says: 'Done together with the next' },
  failed: { mark: <X {...icon} />, says: 'Failed' },
}

type StepListProps = {
  /** A shorter text for a step than the default. */
  say?: (change: StepChange) => string
  steps: readonly Pick<Step, 'at' | 'after' | 'doneAt' | 'change' | 'status' | 'version'>[]
  config: FlagConfig | undefined
  /** The flag, for links to the versions that the steps made. */
  flagRef?: { projectId: string; flagKey: string; env: string } | undefined
}

/** The steps in a list: the time, the change, and the version that it made. */
export const StepList = ({ steps, config, flagRef, say = (change) => sayStep(change, config) }: StepListProps) => {
  const withSeconds = needSeconds(steps)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <ol className="step-list" aria-label="Steps" tabIndex={0}>
      {steps.map(({ at, after, doneAt, change, status, version }, index) => (
        <li key={index} className={status}>
          <span className="mark" title={marks[status].says}>
            {marks[status].mark}
            <span className="sr-only">{marks[status].says}</span>
          </span>
          <span className="when">
            {doneAt === undefined && at === null ? (
              sayAfter(after ?? 0, index)
            ) : (
              <Moment at={doneAt ?? at ?? ''} withSeconds={withSeconds} />
            )}
          </span>
          <span className="what">
            {say(change)}
            {status === 'folded' && <small> with the next</small>}
          </span>
          {version !== undefined && <VersionLink version={version} flagRef={flagRef} />}
        </li>
      ))}
    </ol>
  )
}

const VersionLink = ({ version, flagRef }: { version: number; flagRef: StepListProps['flagRef'] }) =>
  flagRef ? (
    <Link
      className="link"
      to="/projects/$projectId/flags/$flagKey"
      params={flagRef}
      search={{ env: flagRef.env, tab: 'history', b: String(version) }}
    >
      Version {version}
    </Link>
  ) : (
    <span>Version {version}</span>
  )

const sayAfter = (seconds: number, index: number): string =>
  `${sayDuration(seconds)} after ${index === 0 ? 'it starts' : 'the step before'}`
