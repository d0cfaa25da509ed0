import { Plus } from 'lucide-react'
import { useUpdateExperiment } from '../../api/experiments.ts'
import { useBecauseExperiment } from '../../features/experiments/use-because-experiment.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Picker } from '../../ui/controls/picker.tsx'
import type { Shown } from './shown.ts'

const maxSecondary = 10

/** Adds a metric while it runs: the promises were settled at the start, so nothing is promised of it. */
export const AddMetric = ({ experiment, metrics }: Pick<Shown, 'experiment' | 'metrics'>) => {
  const { id, projectId, primary, secondary, guardrails, status } = experiment
  const notEditing = useBecauseExperiment()
  const update = useUpdateExperiment(projectId, 'Not added')
  if (status !== 'running') return null
  const taken = [primary, ...secondary, ...guardrails.map(({ metric }) => metric)]
  const free = metrics.filter(({ key, archivedAt }) => archivedAt === null && !taken.includes(key))
  const because =
    notEditing ??
    (secondary.length >= maxSecondary
      ? 'Ten at most.'
      : free.length === 0
        ? 'Every metric of the project is in it.'
        : undefined)
  const button = (
    <Button size="sm" kind="ghost" because={because} busy={update.isPending}>
      <Plus size={16} strokeWidth={1.5} aria-hidden />
      Metric
    </Button>
  )
  return (
    <p className="add-metric">
      {because === undefined ? (
        <Picker
          label="Find a metric to add"
          items={free.map(({ key, name }) => ({ key, name }))}
          onPick={(key) => update.mutate({ experimentId: id, secondary: [...secondary, key] })}
          trigger={button}
        />
      ) : (
        button
      )}
      <span>Added now it is exploratory: shown, and outside what the others promise together.</span>
    </p>
  )
}
