import { ApiError, type Environment } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { useNavigate } from '@tanstack/react-router'
import { sayError } from '../../api/core/change.ts'
import { toast } from '../../api/core/toast.tsx'
import { useCreateFlagVersion } from '../../api/flag-versions.ts'
import { useCreateProposal } from '../../api/propose.ts'

type Target = {
  projectId: string
  flagKey: string
  environment: Environment
  /** The environment's latest version, 0 for none. */
  latest: number
}

type Put = {
  config: FlagConfig
  comment?: string | undefined
  /** What the new version is, for the message: `It is what version 5 was.` */
  is: string
  /** The title of the message when it fails: `Not restored`. */
  failed: string
  onDone?(): void
}

/** Makes a config that exists already the next version of an environment or, where it is protected, a proposal. */
export const usePutConfig = ({ projectId, flagKey, environment, latest }: Target) => {
  const navigate = useNavigate()
  const version = useCreateFlagVersion(projectId)
  const proposal = useCreateProposal(projectId)
  const place = { envId: environment.id, flagKey }

  const put = async ({ config, comment, is, failed, onDone }: Put): Promise<void> => {
    try {
      if (environment.protected) {
        const { id } = await proposal.mutateAsync({ ...place, config: { ...config, version: latest }, comment })
        onDone?.()
        await navigate({ to: '/projects/$projectId/proposals/$proposalId', params: { projectId, proposalId: id } })
        return
      }
      const next = latest + 1
      const answer = await version.mutateAsync({
        ...place,
        config: { ...config, version: next },
        ...(comment === undefined ? {} : { why: { comment } }),
      })
      onDone?.()
      // Of a change that is not everywhere yet `useChange` tells.
      if ('syncWarning' in answer) return
      toast({ kind: 'yes', title: `Saved as version ${next}`, children: `${is} ${environment.name} serves it now.` })
    } catch (error) {
      toast({ kind: 'no', title: failed, children: sayRefusal(error as Error, environment) })
    }
  }
  return { put, isPutting: version.isPending || proposal.isPending }
}

const sayRefusal = (error: Error, { name }: Environment) =>
  error instanceof ApiError && error.code === 'VERSION_CONFLICT'
    ? `Somebody saved another version in ${name} first. Look at it, then try again.`
    : sayError(error)
