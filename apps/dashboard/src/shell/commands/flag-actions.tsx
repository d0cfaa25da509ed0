import { useNavigate } from '@tanstack/react-router'
import { Copy, FlaskConical, GitPullRequestArrow, History } from 'lucide-react'
import { useActors } from '../../api/actors.ts'
import { toast } from '../../api/core/toast.tsx'
import { useEnvironments } from '../../api/environments.ts'
import type { FlagInList } from '../../api/flags.ts'
import { usePendingProposals } from '../../api/proposals.ts'
import type { Command } from './command.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The palette's actions on one flag, beside opening it. */
export const useFlagActions = (
  projectId: string,
  toggleCommandOf: (flag: FlagInList) => Command,
): ((flag: FlagInList) => readonly Command[]) => {
  const navigate = useNavigate()
  const environments = useEnvironments(projectId)
  const { items: pending = [] } = usePendingProposals(projectId)
  const actorOf = useActors(pending.map(({ createdBy }) => createdBy))
  const [first] = environments
  // Trying is for an unprotected environment, the history for the first one, which is usually production.
  const rehearsal = environments.find((environment) => !environment.protected) ?? first

  return (flag) => {
    const { name, key: flagKey, id } = flag
    const group = `For ${name}`
    const open = (env: string, more: { tab?: string; hash?: string }) =>
      navigate({
        to: '/projects/$projectId/flags/$flagKey',
        params: { projectId, flagKey },
        search: { env, ...(more.tab === undefined ? {} : { tab: more.tab }) },
        ...(more.hash === undefined ? {} : { hash: more.hash }),
      })
    const copy = async () => {
      await navigator.clipboard.writeText(flagKey)
      toast({ kind: 'yes', title: 'Copied', children: flagKey })
    }
    const toggle = toggleCommandOf(flag)
    const proposal = pending.find(({ flagId }) => flagId === id)
    return [
      { ...toggle, id: 'toggle', group, label: 'Turn on or off', keys: 'O' },
      rehearsal && {
        id: 'try',
        group,
        label: `Try it in ${rehearsal.name}`,
        lead: <FlaskConical {...icon} />,
        keys: 'T',
        run: () => void open(rehearsal.slug, { hash: 'try' }),
      },
      first && {
        id: 'history',
        group,
        label: `History in ${first.name}`,
        lead: <History {...icon} />,
        keys: 'H',
        run: () => void open(first.slug, { tab: 'history' }),
      },
      proposal && {
        id: 'review',
        group,
        label: `Review the proposal of ${actorOf(proposal.createdBy).name}`,
        lead: <GitPullRequestArrow {...icon} />,
        keys: 'R',
        run: () =>
          void navigate({
            to: '/projects/$projectId/proposals/$proposalId',
            params: { projectId, proposalId: proposal.id },
          }),
      },
      { id: 'copy', group, label: 'Copy key', lead: <Copy {...icon} />, keys: 'C', run: () => void copy() },
    ].filter((command) => command !== undefined)
  }
}
