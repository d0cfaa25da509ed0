import type { Environment } from '@bunting/contract'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import { Time } from '../../../ui/time.tsx'
import { type RangeName, startAround } from './range.ts'

type LastChangeProps = {
  flag: LoadedFlag
  environments: readonly Environment[]
  name: RangeName
  /** Moves the range to the change. */
  onShow(from: string | undefined): void
}

/** Shown if no change is in the range: the last change, and a button that goes there. */
export const LastChange = ({ flag, environments, name, onShow }: LastChangeProps) => {
  const [last] = environments
    .flatMap((environment) => ({ environment, version: flag.versions[environment.id] }))
    .flatMap(({ environment, version }) => (version ? [{ environment, ...version }] : []))
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
  if (!last) return 'The flag has no version here yet. Save what people should get under Rules.'
  const atMs = Date.parse(last.createdAt)
  return (
    <>
      The last change was{' '}
      <button
        type="button"
        className="link"
        onClick={() => onShow(name === 'all' ? undefined : startAround(name, atMs))}
      >
        version {last.version} in <bdi>{last.environment.name}</bdi>
      </button>
      , <Time at={last.createdAt} />.
    </>
  )
}
