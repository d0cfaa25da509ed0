import type { Environment } from '@bunting/contract'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCarriedEnvironment } from '../../api/carried-environment.ts'
import { useCreateExperiment, useExperiment, useStartExperiment } from '../../api/experiments.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { againOf, type Design, emptyDesign } from './design.ts'
import { ExperimentForm } from './experiment-form.tsx'

const from = '/projects/$projectId/experiments/new'

export const NewExperimentPage = () => {
  const { projectId } = useParams({ from })
  const { env, flag, rule, again } = useSearch({ from })
  const environment = useCarriedEnvironment(projectId, env)
  const { data: earlier, isLoading } = useExperiment(projectId, again)
  if (!environment || isLoading) return null
  const given: Design = earlier ? againOf(earlier, rule) : { ...emptyDesign, flagKey: flag, ruleId: rule }
  return <NewExperiment key={environment.id} projectId={projectId} environment={environment} given={given} />
}

type NewExperimentProps = { projectId: string; environment: Environment; given: Design }

const NewExperiment = ({ projectId, environment, given }: NewExperimentProps) => {
  const navigate = useNavigate({ from })
  const create = useCreateExperiment(projectId)
  const start = useStartExperiment(projectId)
  const list = (
    <Link to="/projects/$projectId/experiments" params={{ projectId }}>
      Experiments
    </Link>
  )
  return (
    <ExperimentForm
      projectId={projectId}
      environment={environment}
      given={given}
      title="New experiment"
      lede="A rule that splits, one number that decides, and how long it takes to know."
      parent={list}
      discard={
        <Link to="/projects/$projectId/experiments" params={{ projectId }} className={buttonClass({ kind: 'ghost' })}>
          Discard
        </Link>
      }
      isBusy={create.isPending || start.isPending}
      error={create.error}
      onSave={(flagKey, body, andStart) =>
        create.mutate(
          { envId: environment.id, flagKey, body },
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
    />
  )
}
