import { type Metric, useUpdateMetric } from '../../api/metrics.ts'
import { sayMetric } from '../../features/experiments/metric-words.ts'
import { WordsForm } from '../../features/experiments/words-form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

type EditMetricProps = { projectId: string; metric: Metric; onClose(): void }

/** Edits how a metric is called: what it counts never changes. */
export const EditMetric = ({ projectId, metric, onClose }: EditMetricProps) => {
  const update = useUpdateMetric(projectId)
  return (
    <Dialog open onClose={onClose} title="Edit metric" lede={`It counts ${sayMetric(metric)}, and that never changes.`}>
      <WordsForm
        words={{ name: metric.name, text: metric.description }}
        label="Description"
        update={update}
        onSave={({ name, text }) =>
          update.mutate({ metricKey: metric.key, name, description: text }, { onSuccess: onClose })
        }
        onCancel={onClose}
      />
    </Dialog>
  )
}
