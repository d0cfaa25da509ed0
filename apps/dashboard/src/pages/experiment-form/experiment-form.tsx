import type { Environment } from '@bunting/contract'
import { type ReactNode, useRef } from 'react'
import { sayError } from '../../api/core/change.ts'
import type { NewExperiment } from '../../api/experiments.ts'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { Page } from '../../features/page/page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useNow } from '../../ui/use-now.ts'
import { useRootClass } from '../../ui/use-root-class.ts'
import '../../features/versions/save-bar.css'
import { bodyOf, problemsOf } from './body.ts'
import type { Design } from './design.ts'
import { Effect } from './effect.tsx'
import './experiment-form.css'
import { MoreChoices } from './more-choices.tsx'
import { ThePlan } from './the-plan.tsx'
import { useExperimentForm } from './use-experiment-form.ts'
import { WhatCounts } from './what-counts.tsx'
import { WhatIsTried } from './what-is-tried.tsx'

type ExperimentFormProps = {
  projectId: string
  environment: Environment
  given: Design
  title: string
  lede: string
  parent: ReactNode
  /** Flag and environment are settled: a draft stays where it is. */
  isDraft?: boolean
  /** The way out without saving. */
  discard: ReactNode
  isBusy: boolean
  error: Error | null
  onSave(flagKey: string, body: NewExperiment, andStart: boolean): void
}

/** The form of an experiment: its rule, its metrics and the smallest effect. The plan next to it updates with every change. */
export const ExperimentForm = (props: ExperimentFormProps) => {
  const { projectId, environment, given, title, lede, parent, isDraft = false, discard, error, onSave } = props
  const now = useNow()
  const state = useExperimentForm(projectId, environment, given)
  const because = useBecauseExperiment()
  const isBusy = props.isBusy || !state.isRead
  const acts = environment.protected && state.design.guardrails.some(({ then }) => then !== 'notify')
  useRootClass('has-savebar')
  // Set by the button that sends the form. Enter in a field is the first of them, which only saves.
  const isStarting = useRef(false)
  const sendBy = (andStart: boolean) => {
    isStarting.current = andStart
  }
  const { form, problems } = useForm({
    found: problemsOf(state),
    error,
    isPending: isBusy || because !== undefined,
    send: () => onSave(state.design.flagKey ?? '', bodyOf(state, now), isStarting.current),
  })
  useKeys({ 'ctrl+s': ['Save the draft', () => document.getElementById('save-draft')?.click()] })
  const about = { state, projectId, environment, problems }
  return (
    <Page title={title} parent={parent} lede={lede} inspector={{ label: 'The plan', children: <ThePlan {...about} /> }}>
      <form {...form} className="experiment-form">
        <WhatIsTried {...about} isDraft={isDraft} />
        <WhatCounts {...about} />
        <Effect state={state} problem={problems.effect} />
        <MoreChoices state={state} problems={problems} />
        {error && <Note kind="no">{sayError(error)}</Note>}
        <div className="savebar">
          <span className="what">
            Draft <small>Nothing is counted until it starts</small>
          </span>
          <span className="buttons">
            {discard}
            <Button
              id="save-draft"
              type="submit"
              because={because}
              busy={isBusy}
              title="Ctrl S"
              aria-keyshortcuts="Control+S"
              onClick={() => sendBy(false)}
            >
              Save the draft
            </Button>
            <Button kind="primary" type="submit" because={because} busy={isBusy} onClick={() => sendBy(true)}>
              {acts ? 'Propose to start' : 'Start the experiment'}
            </Button>
          </span>
        </div>
      </form>
    </Page>
  )
}
