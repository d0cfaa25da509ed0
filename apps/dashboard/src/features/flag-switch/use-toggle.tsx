import { ApiError, type Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import type { FlagConfig } from '@bunting/engine'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { sayError } from '../../api/core/change.ts'
import { toast } from '../../api/core/toast.tsx'
import { useCreateFlagVersion } from '../../api/flag-versions.ts'
import { type FlagInList, putVersionInList } from '../../api/flags.ts'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState } from '../../ui/pennants/pennant-words.ts'
import { Value } from '../../ui/value.tsx'
import { isTrueWhenOff } from '../draft/starting-config.ts'
import { toggledConfig } from './toggled-config.ts'

export type Toggle = {
  flag: FlagInList
  environment: Environment
  on: boolean
  withFalse?: boolean
  /** The reason, if the user was asked for one. */
  comment?: string
}

/** Turns a flag on or off in one environment: shown at once, saved as a version, and undone by another. */
export const useToggle = (projectId: string): ((toggle: Toggle) => void) => {
  const navigate = useNavigate()
  const { mutateAsync: save } = useCreateFlagVersion(projectId)
  // The same function at every render: otherwise every row would render again.
  return useMemo(() => toggleWith({ projectId, navigate, save }), [projectId, navigate, save])
}

type Means = {
  projectId: string
  navigate: ReturnType<typeof useNavigate>
  save: ReturnType<typeof useCreateFlagVersion>['mutateAsync']
}

const toggleWith = ({ projectId, navigate, save }: Means): ((toggle: Toggle) => void) => {
  const sayNot = (title: string, { flag, environment }: Toggle, error: Error) => {
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
  // A toast reports each toggle, on whatever page the user is by then.
  const put = async (
    toggle: Toggle,
    config: FlagConfig,
    before: Version | undefined,
    failed: string,
    tell: () => void,
  ) => {
    const { flag, environment, comment } = toggle
    const show = (version: Version | undefined) => putVersionInList(projectId, flag.id, environment.id, version)
    const key = `${flag.id} ${environment.id}`
    const there = saved.get(key) ?? { version: before, underWay: 0 }
    saved.set(key, there)
    there.underWay += 1
    show(versionOf(config))
    try {
      const onFailed = () => show(there.version)
      await save({ envId: environment.id, flagKey: flag.key, config, onFailed, ...(comment && { why: { comment } }) })
      there.version = versionOf(config)
      tell()
    } catch (error) {
      sayNot(failed, toggle, error as Error)
    }
    there.underWay -= 1
    if (there.underWay === 0) saved.delete(key)
  }
  const undo = (toggle: Toggle, now: FlagConfig, before: FlagConfig | undefined) => {
    const config = { ...(before ?? { ...now, enabled: false }), version: now.version + 1 }
    const [name, where] = [isolate(toggle.flag.name), isolate(toggle.environment.name)]
    const title = `${name} is back in ${where}`
    const failed = `${name} was not put back in ${where}`
    const tell = () => toast({ kind: 'yes', title, children: sayBack(config, before) })
    return put({ ...toggle, comment: '' }, config, versionOf(now), failed, tell)
  }
  return (toggle) => {
    const { flag, environment, on } = toggle
    const where = `in ${isolate(environment.name)}`
    const before = flag.versions[environment.id]
    const config = toggledConfig(before?.config, toggle)
    const failed = `${isolate(flag.name)} was not turned ${on ? 'on' : 'off'} ${where}`
    void put(toggle, config, before, failed, () =>
      toast({
        kind: 'yes',
        title: `${isolate(flag.name)} is ${on ? 'on' : 'off'} ${where}`,
        children: <SayToggled config={config} />,
        action: { label: 'Undo', run: () => void undo(toggle, config, before?.config) },
      }),
    )
  }
}

type Version = FlagInList['versions'][string]

/** The version as the list will have it once it is saved. */
const versionOf = (config: FlagConfig): Version => ({
  id: '',
  version: config.version,
  config,
  createdAt: new Date().toISOString(),
})

/** The saved version of each toggle in flight: quick toggles show a change before the previous one is saved. */
const saved = new Map<string, { version: Version | undefined; underWay: number }>()

/** Says what everybody gets: a flag that is off still gives its default. */
const SayToggled = ({ config }: { config: FlagConfig }) => (
  <>
    Version {config.version}:{' '}
    {config.enabled ? (
      `${sayState(pennantState(config))}.`
    ) : isTrueWhenOff(config) ? (
      <>
        everyone still gets <Value value={true} />, the default.
      </>
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
