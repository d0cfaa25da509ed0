import type { Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import type { FlagPlace } from '../../api/flag-versions.ts'
import { useDraft } from '../../features/draft/draft.ts'
import { DraftDot, EnvironmentLine } from '../../ui/pennants/environment-line.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import { sayConfig } from './say-config.ts'

type SwitcherProps = {
  place: { projectId: string; flagKey: string }
  environments: readonly Environment[]
  versions: Readonly<Record<string, { version: number; config: FlagConfig }>>
  current: Environment
  tab: string | undefined
  archived: boolean
  /** The environment something was just saved in. */
  saved: string | undefined
}

/** What a flag is in each environment, and which of them the page is about. */
export const EnvironmentSwitcher = ({ place, environments, versions, archived, ...props }: SwitcherProps) => (
  <EnvironmentLine
    {...props}
    archived={archived}
    hung={environments.map((environment) => {
      const version = versions[environment.id]
      const state = pennantState(version?.config)
      const words = archived && version ? 'archived' : sayConfig(version?.config)
      return {
        environment,
        state,
        says: sayState(state),
        caption: version ? `v${version.version}, ${words}` : words,
        mark: <Unsaved place={{ ...place, envId: environment.id }} />,
      }
    })}
  />
)

const Unsaved = ({ place }: { place: FlagPlace }) => (useDraft(place) ? <DraftDot /> : null)
