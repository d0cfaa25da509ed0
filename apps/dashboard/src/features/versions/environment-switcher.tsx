import type { Environment } from '@bunting/contract'
import type { ComponentProps } from 'react'
import { DraftDot, EnvironmentLine } from '../../ui/pennants/environment-line.tsx'

type LineProps = ComponentProps<typeof EnvironmentLine>
type Hung = LineProps['hung'][number]
type Drafts = { useDraft(): unknown }

type SwitcherProps = Omit<LineProps, 'hung'> & {
  environments: readonly Environment[]
  /** What an environment has, as its pennant shows it and in words. */
  stateIn(environment: Environment): Pick<Hung, 'state' | 'says' | 'caption'>
  draftsIn(environment: Environment): Drafts
}

/** What a flag or a segment is in each environment, and which of them the page is about. */
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
