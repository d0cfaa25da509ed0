import type { Environment } from '@bunting/contract'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCarriedEnvironment } from '../../api/carried-environment.ts'
import { sayError } from '../../api/core/change.ts'
import { useCreateExperiment, useStartExperiment } from '../../api/experiments.ts'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { Page } from '../../features/page/page.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useRootClass } from '../../ui/use-root-class.ts'
import '../../features/versions/save-bar.css'
import { bodyOf, problemsOf } from './body.ts'
import { Effect } from './effect.tsx'
import './experiment-new.css'
import { ThePlan } from './the-plan.tsx'
import { useNewExperiment } from './use-new-experiment.ts'
import { WhatCounts } from './what-counts.tsx'
import { WhatIsTried } from './what-is-tried.tsx'

const from = '/projects/$projectId/experiments/new'

export const NewExperimentPage = () => {
  const { projectId } = useParams({ from })
  const { env } = useSearch({ from })
  const environment = useCarriedEnvironment(projectId, env)
  if (!environment) return null
  return <NewExperiment key={environment.id} projectId={projectId} environment={environment} />
}

/** A rule that splits, one number that decides, and how long it takes to know. */
const NewExperiment = ({ projectId, environment }: { projectId: string; environment: Environment }) => {
  const navigate = useNavigate({ from })
  const now = useNow()
  const search = useSearch({ from })
  const state = useNewExperiment(projectId, environment, search)
  const because = useBecauseExperiment()
  const create = useCreateExperiment(projectId)
  const start = useStartExperiment(projectId)
  const isBusy = create.isPending || start.isPending
  const acts = environment.protected && state.design.guardrails.some(({ then }) => then !== 'notify')
  useRootClass('has-savebar')
  const save = (andStart: boolean) => {
    const { flagKey = '' } = state.design
    create.mutate(
      { envId: environment.id, flagKey, body: bodyOf(state, now) },
      {
        onSuccess: ({ id }) => {
          const open = () =>
            void navigate({
              to: '/projects/$projectId/experiments/$experimentId',
              params: { projectId, experimentId: id },
            })
          // Where it cannot start, the draft is there and says why.
          if (andStart) start.mutate(id, { onSettled: open })
          else open()
        },
      },
    )
  }
  const { form, problems } = useForm({
    found: problemsOf(state),
    error: create.error,
    isPending: isBusy,
    send: () => save(true),
  })
  const isWhole = Object.values(problemsOf(state)).every((problem) => problem === undefined)
  return (
    <Page
      title="New experiment"
      parent={
        <Link to="/projects/$projectId/experiments" params={{ projectId }}>
          Experiments
        </Link>
      }
      lede="A rule that splits, one number that decides, and how long it takes to know."
      inspector={{
        label: 'The plan',
        children: <ThePlan state={state} projectId={projectId} environment={environment} />,
      }}
    >
      <form {...form} className="new-experiment">
        <WhatIsTried state={state} projectId={projectId} environment={environment} problems={problems} />
        <WhatCounts state={state} projectId={projectId} environment={environment} problems={problems} />
        <Effect state={state} problem={problems.effect} />
        {create.error && <Note kind="no">{sayError(create.error)}</Note>}
        <div className="savebar">
          <span className="what">
            Draft <small>Nothing is counted until it starts</small>
          </span>
          <span className="buttons">
            <Link
              to="/projects/$projectId/experiments"
              params={{ projectId }}
              className={buttonClass({ kind: 'ghost' })}
            >
              Discard
            </Link>
            <Button
              because={because ?? (isWhole ? undefined : 'Some of it is missing: start it to see what.')}
              busy={isBusy}
              onClick={() => save(false)}
            >
              Save the draft
            </Button>
            <Button kind="primary" type="submit" because={because} busy={isBusy}>
              {acts ? 'Propose to start' : 'Start the experiment'}
            </Button>
          </span>
        </div>
      </form>
    </Page>
  )
}
