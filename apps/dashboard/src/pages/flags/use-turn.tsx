import { ApiError, type Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { sayError } from '../../data/change.ts'
import { useCreateFlagVersion } from '../../data/flag-versions.ts'
import { type FlagInList, putInList } from '../../data/flags.ts'
import { pennantState } from '../../parts/pennant-state.ts'
import { sayState } from '../../parts/pennant-words.ts'
import { toast } from '../../parts/toast.tsx'
import { Value } from '../../parts/value.tsx'
import { turnedConfig } from './turned-config.ts'

export type Turn = { flag: FlagInList; environment: Environment; on: boolean }

/** Turns a flag on or off in one environment: shown at once, saved as a version, and undone by another. */
export const useTurn = (projectId: string): ((turn: Turn) => void) => {
  const navigate = useNavigate()
  const { mutateAsync: save } = useCreateFlagVersion(projectId)
  // One and the same for every render, or every row would be rendered with each.
  return useMemo(() => turnWith({ projectId, navigate, save }), [projectId, navigate, save])
}

type Means = {
  projectId: string
  navigate: ReturnType<typeof useNavigate>
  save: ReturnType<typeof useCreateFlagVersion>['mutateAsync']
}

const turnWith = ({ projectId, navigate, save }: Means): ((turn: Turn) => void) => {
  const sayNot = (title: string, { flag, environment }: Turn, error: Error) => {
    const isLate = error instanceof ApiError && error.code === 'VERSION_CONFLICT'
    const open = () =>
      navigate({
        to: '/projects/$projectId/flags/$flagKey',
        params: { projectId, flagKey: flag.key },
        search: { env: environment.slug },
      })
    toast({
      kind: 'no',
      title,
      children: isLate
        ? `Somebody saved another version in ${environment.name} first. Nothing was changed.`
        : sayError(error),
      ...(isLate ? { action: { label: 'See it', run: open } } : {}),
    })
  }
  // What came of it is told wherever one is by then, and of each one that was turned.
  const put = async (turn: Turn, config: FlagConfig, failed: string, tell: () => void) => {
    const { flag, environment } = turn
    putInList(projectId, withConfig(flag, environment, config))
    try {
      await save({ envId: environment.id, flagKey: flag.key, config })
      tell()
    } catch (error) {
      sayNot(failed, turn, error as Error)
    }
  }
  const undo = (turn: Turn, saved: FlagConfig, before: FlagConfig | undefined) => {
    const config = { ...(before ?? { ...saved, enabled: false }), version: saved.version + 1 }
    const title = `${turn.flag.name} is back in ${turn.environment.name}`
    return put(turn, config, 'Not undone', () => toast({ kind: 'yes', title, children: sayBack(config, before) }))
  }
  return (turn) => {
    const { flag, environment, on } = turn
    const before = flag.versions[environment.id]?.config
    const config = turnedConfig(before, on)
    void put(turn, config, on ? 'Not turned on' : 'Not turned off', () =>
      toast({
        kind: 'yes',
        title: `${flag.name} is ${on ? 'on' : 'off'} in ${environment.name}`,
        children: <SayTurned config={config} />,
        action: { label: 'Undo', run: () => void undo(turn, config, before) },
      }),
    )
  }
}

const withConfig = (flag: FlagInList, { id }: Environment, config: FlagConfig): FlagInList => ({
  ...flag,
  versions: {
    ...flag.versions,
    [id]: { id: '', version: config.version, config, createdAt: new Date().toISOString() },
  },
})

/** Off is not nothing: everybody gets the default, whatever it is. */
const SayTurned = ({ config }: { config: FlagConfig }) => (
  <>
    Version {config.version}:{' '}
    {config.enabled ? (
      `${sayState(pennantState(config))}.`
    ) : (
      <>
        everyone gets the default, <Value value={config.defaultValue} />.
      </>
    )}
  </>
)

const sayBack = (config: FlagConfig, before: FlagConfig | undefined): string =>
  before
    ? `Version ${config.version} has what version ${before.version} had.`
    : `Version ${config.version} turns it off again.`
