import { ApiError, type Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { useNavigate } from '@tanstack/react-router'
import { sayError } from '../../api/core/change.ts'
import { toast } from '../../api/core/toast.tsx'
import type { Numbered, VersionedKind } from './versioned-kind.ts'

type Put<Config> = {
  config: Config
  comment?: string | undefined
  /** A sentence about the new version, for the message: `It is what version 5 was.` */
  is: string
  /** The title of the message when it fails: `Not restored`. */
  failed: string
  onDone?(): void
}

/**
 * Makes an existing config the next version of an environment or, if that is protected, a proposal. `latest` is the
 * environment's latest version, 0 for none.
 */
export const usePut = <Config extends Numbered, Draft>(kind: VersionedKind<Config, Draft>, latest: number) => {
  const { projectId, environment } = kind
  const navigate = useNavigate()
  const { save, propose, isPending } = kind.versions.useSaving()

  const put = async ({ config, comment: typed = '', is, failed, onDone }: Put<Config>): Promise<void> => {
    const comment = typed.trim() || undefined
    try {
      if (environment.protected) {
        const { id } = await propose({ ...config, version: latest }, { comment })
        onDone?.()
        await navigate({ to: '/projects/$projectId/proposals/$proposalId', params: { projectId, proposalId: id } })
        return
      }
      const next = latest + 1
      const answer = await save({ ...config, version: next }, comment === undefined ? {} : { comment })
      onDone?.()
      // `useChange` reports a change that is not everywhere yet.
      if ('syncWarning' in answer) return
      const children = `${is} ${isolate(environment.name)} serves it now.`
      toast({ kind: 'yes', title: `Saved as version ${next}`, children })
    } catch (error) {
      toast({ kind: 'no', title: failed, children: sayRefusal(error as Error, environment) })
    }
  }
  return { put, isPutting: isPending }
}

const sayRefusal = (error: Error, { name }: Environment) =>
  error instanceof ApiError && error.code === 'VERSION_CONFLICT'
    ? `Somebody saved another version in ${isolate(name)} first. Look at it, then try again.`
    : sayError(error)
