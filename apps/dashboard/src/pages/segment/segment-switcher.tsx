import type { Environment } from '@bunting/contract'
import { useEnvironments } from '../../api/environments.ts'
import { type SegmentInList, type SegmentPlace, sizeIn } from '../../api/segments.ts'
import { useSegmentDraft } from '../../features/draft/segment-draft.ts'
import { saySize } from '../../format/say-size.ts'
import { DraftDot, EnvironmentLine } from '../../ui/pennants/environment-line.tsx'
import { saySegmentState, segmentState } from './segment-state.ts'

type SwitcherProps = {
  segment: SegmentInList
  projectId: string
  current: Environment
  tab: string | undefined
  saved: string | undefined
}

/** What a segment is in each environment, and which of them the page is about. */
export const SegmentSwitcher = ({ segment, projectId, ...props }: SwitcherProps) => (
  <EnvironmentLine
    {...props}
    archived={segment.archivedAt !== null}
    hung={useEnvironments(projectId).map((environment) => {
      const version = segment.versions[environment.id]
      const size = sizeIn(segment, environment.id)
      const state = segmentState(version?.config)
      return {
        environment,
        state,
        says: saySegmentState(state),
        caption: version && size ? `v${version.version}, ${saySize(size)}` : 'nothing yet',
        mark: <Unsaved place={{ projectId, segmentKey: segment.key, envId: environment.id }} />,
      }
    })}
  />
)

const Unsaved = ({ place }: { place: SegmentPlace }) => (useSegmentDraft(place) ? <DraftDot /> : null)
