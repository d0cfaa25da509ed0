import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNames } from '../../api/actors.ts'
import { DiffInWords } from '../../features/diff/diff-in-words.tsx'
import { flagDraft } from '../../features/draft/draft.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { BeforeAfter } from './before-after.tsx'
import { MovedOn } from './moved-on.tsx'
import { ProposalFrame } from './proposal-frame.tsx'
import type { ConfigProps } from './proposal-props.ts'
import { useAmend } from './use-amend.ts'
import { useSides } from './use-sides.tsx'

/** A proposed config: its changes, and the actions on it. */
export const OneConfig = (props: ConfigProps & { parent: ReactNode }) => {
  const { projectId, proposal, flag, environment } = props
  const nameOf = useNames([proposal.createdBy])
  const sides = useSides(props)
  const { config: from } = sides.base
  const amend = useAmend(props, flagDraft({ projectId, envId: environment.id, flagKey: flag.key }), () => ({
    base: from ?? null,
    config: { ...proposal.proposedConfig, version: from?.version ?? 0 },
  }))
  return (
    <ProposalFrame
      {...props}
      action={`Approve as version ${sides.next}`}
      version={sides.next - 1}
      follows={`Approving makes this version ${sides.next} of ${isolate(environment.name)} at once.`}
      because={flag.archivedAt === null ? undefined : 'The flag is archived. Bring it back first, or reject this.'}
      says={sayMade(environment.name, sides.made, flag.versions[environment.id]?.version)}
      approvedLink={<MadeLink {...props} made={sides.made} />}
      sides={sides}
      // Not available until the base is loaded.
      onAmend={from === undefined ? undefined : amend}
    >
      <BeforeAfter environment={environment} sides={sides} isPending={proposal.status === 'pending'} />
      {sides.movedOn && <MovedOn {...props} movedOn={sides.movedOn} by={nameOf(proposal.createdBy)} />}
      {sides.isLoading ? (
        <div className="min-h-96" aria-busy />
      ) : (
        <DiffInWords
          before={sides.before}
          after={sides.after}
          color={environment.color}
          heads={sides.heads}
          remark={sides.remark}
          actions={
            sides.against && (
              <Segments<'now' | 'base'>
                small
                label="Compare with"
                value={sides.against.value}
                onChange={sides.against.choose}
                options={[
                  { value: 'now', label: sides.against.nowLabel },
                  { value: 'base', label: sides.against.baseLabel },
                ]}
              />
            )
          }
        />
      )}
    </ProposalFrame>
  )
}

const sayMade = (flagRef: string, made: number | undefined, latest: number | undefined): string => {
  if (made === undefined) return `${flagRef} got it as a new version.`
  return made === latest
    ? `It is version ${made}. ${flagRef} serves it now.`
    : `It became version ${made}. Version ${latest} is live now.`
}

const MadeLink = ({ made, ...props }: ConfigProps & { made: number | undefined }) => (
  <Link
    to="/projects/$projectId/flags/$flagKey"
    params={{ projectId: props.projectId, flagKey: props.flag.key }}
    search={{
      env: props.environment.slug,
      tab: 'history',
      ...(made === undefined ? {} : { b: String(made) }),
    }}
    className={buttonClass({})}
  >
    See it in the history
  </Link>
)
