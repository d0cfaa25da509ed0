import type { Environment } from '@bunting/contract'
import type { ComponentProps } from 'react'
import { DraftDot, EnvironmentLine } from '../../ui/pennants/environment-line.tsx'

type LineProps = ComponentProps<typeof EnvironmentLine>
type Hung = LineProps['hung'][number]
type Drafts = { useDraft(): unknown }

type SwitcherProps = Omit<LineProps, 'hung'> & {
  environments: readonly Environment[]
  /** The state in an environment, for its pennant and in words. */
  stateIn(environment: Environment): Pick<Hung, 'state' | 'says' | 'caption'>
  draftsIn(environment: Environment): Drafts
}

/** The state of a flag or a segment in each environment, and the choice of the page's environment. */
export const EnvironmentSwitcher = ({ environments, stateIn, draftsIn, ...props }: SwitcherProps) => (
  <EnvironmentLine
    {...props}
    hung={environments.map((environment) => ({
      environment,
      ...stateIn(environment),
      mark: <Unsaved drafts={draftsIn(environment)} />,
    }))}
  />
)

const Unsaved = ({ drafts }: { drafts: Drafts }) => (drafts.useDraft() ? <DraftDot /> : null)
