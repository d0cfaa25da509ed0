import { useSyncEnvironment } from '../../api/environments.ts'
import { useBecause } from '../../api/session.ts'
import type { CardProps } from '../../features/environments/card-props.ts'
import { plural } from '../../format/number.ts'
import { clockTime } from '../../format/time.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Explained } from '../../ui/explained.tsx'

/** The edge, from which Delivery reads. Changes are published by themselves; the button is for users who want to be sure. */
export const EdgeRow = ({ projectId, environment }: CardProps) => {
  const because = useBecause('editor')
  const { mutate, data, isPending } = useSyncEnvironment(projectId)
  return (
    <div className="set">
      <Explained means="The copy of this environment that apps are answered from. Changes go there by themselves.">
        Edge
      </Explained>
      <small role="status">
        {data &&
          ('syncWarning' in data
            ? 'not synced yet, Bunting keeps trying'
            : `${plural(data.flagCount, 'flag')} synced at ${clockTime(new Date(data.syncedAt))}`)}
      </small>
      <Button
        kind="ghost"
        size="sm"
        className="-mr-2"
        because={because}
        tip="Writes everything to the edge once more, for whoever wants to be sure."
        busy={isPending}
        onClick={() => mutate(environment.id)}
        aria-label={`Sync ${environment.name}`}
      >
        Sync
      </Button>
    </div>
  )
}
