import type { Environment } from '@bunting/contract'
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useEnvironments } from '../../api/environments.ts'
import { type Experiment, useExperiment, useStartExperiment, useUpdateExperiment } from '../../api/experiments.ts'
import { Page } from '../../features/page/page.tsx'
import { NotFound } from '../../features/page/problem.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { designOf } from './design.ts'
import { ExperimentForm } from './experiment-form.tsx'

const from = '/projects/$projectId/experiments/$experimentId/edit'
const page = '/projects/$projectId/experiments/$experimentId'

/** A draft, in the form that made it. Of one that has started only name and words can change, on its own page. */
export const EditExperimentPage = () => {
  const { projectId, experimentId } = useParams({ from })
  const { data: experiment, error, refetch } = useExperiment(projectId, experimentId)
  const environments = useEnvironments(projectId)
  const environment = environments.find(({ id }) => id === experiment?.environmentId)
  if (experiment && experiment.projectId !== projectId) return <NotFound />
  if (experiment && experiment.status !== 'draft')
    return <Navigate to={page} params={{ projectId, experimentId }} replace />
  if (experiment && environment) return <EditDraft experiment={experiment} environment={environment} />
  if (error && 'status' in error && error.status === 404) return <NotFound />
  return (
    <Page title="Experiment" parent={<Parent projectId={projectId} />}>
      {error && <Failed title="The experiment did not load" error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

const Parent = ({ projectId }: { projectId: string }) => (
  <Link to="/projects/$projectId/experiments" params={{ projectId }}>
    Experiments
  </Link>
)

const EditDraft = ({ experiment, environment }: { experiment: Experiment; environment: Environment }) => {
  const { id: experimentId, projectId } = experiment
  const params = { projectId, experimentId }
  const navigate = useNavigate({ from })
  const update = useUpdateExperiment(projectId)
  const start = useStartExperiment(projectId)
  return (
    <ExperimentForm
      projectId={projectId}
      environment={environment}
      given={designOf(experiment)}
      title={experiment.name}
      lede="A draft: everything can change until it starts."
      parent={<Parent projectId={projectId} />}
      isDraft
      discard={
        <Link to={page} params={params} className={buttonClass({ kind: 'ghost' })}>
          Discard changes
        </Link>
      }
      isBusy={update.isPending || start.isPending}
      error={update.error}
      onSave={(_, body, andStart) =>
        update.mutate(
          { experimentId, ...body },
          {
            onSuccess: () => {
              const open = () => void navigate({ to: page, params })
              if (andStart) start.mutate(experimentId, { onSettled: open })
              else open()
            },
          },
        )
      }
    />
  )
}
