import type { Environment, HistoricFlagVersion } from '@bunting/contract'
import type { FlagPlace } from '../../../api/flag-versions.ts'
import type { LoadedFlag } from '../../../features/rule-editor/use-editing-state.ts'
import { useBecausePut } from '../use-because-put.ts'
import { usePutConfig } from '../use-put-config.ts'

type Place = { flag: LoadedFlag; place: FlagPlace; environment: Environment; latest: number }

/** Makes an old version the newest again: nothing in the history changes. */
export const useRestore = ({ flag, place: { projectId, flagKey }, environment, latest }: Place) => {
  const { put, isPutting } = usePutConfig({ projectId, flagKey, environment, latest })
  return {
    because: useBecausePut({ flag, projectId, environment }),
    isRestoring: isPutting,
    run: ({ version, config }: HistoricFlagVersion, comment = '') =>
      void put({
        config,
        comment: comment.trim() || undefined,
        is: `It is what version ${version} was.`,
        failed: 'Not restored',
      }),
  }
}
