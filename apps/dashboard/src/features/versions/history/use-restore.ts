import { useBecausePut } from '../use-because-put.ts'
import { usePut } from '../use-put.ts'
import type { HistoricVersion, Numbered, VersionedKind } from '../versioned-kind.ts'

/** Saves an old version as the newest one: nothing in the history changes. */
export const useRestore = <Config extends Numbered, Draft>(kind: VersionedKind<Config, Draft>, latest: number) => {
  const { put, isPutting } = usePut(kind, latest)
  return {
    because: useBecausePut(kind),
    isRestoring: isPutting,
    run: ({ version, config }: HistoricVersion<Config>, comment?: string, onDone?: () => void): void =>
      void put({
        config,
        comment,
        is: `It is what version ${version} was.`,
        failed: 'Not restored',
        ...(onDone && { onDone }),
      }),
  }
}

export type Restore<Config extends Numbered> = ReturnType<typeof useRestore<Config, unknown>>
