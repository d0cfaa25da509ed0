import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FlagInList } from '../../api/flags.ts'
import { ProposalFrame } from './proposal-frame.tsx'
import type { ProposalProps } from './proposal-props.ts'

type OneExperimentProps = ProposalProps & { flag: FlagInList; parent: ReactNode }

/** An experiment whose guardrails may act by themselves, which a protected environment takes from two people only. */
export const OneExperiment = (props: OneExperimentProps) => (
  <ProposalFrame {...props} action="Approve and start" follows="Approving starts it at once." says="It runs.">
    <section className="proposed-change" aria-label="What it changes">
      <h2>Start an experiment</h2>
      {props.proposal.experimentId && (
        <p>
          <Link
            className="link"
            to="/projects/$projectId/experiments/$experimentId"
            params={{ projectId: props.projectId, experimentId: props.proposal.experimentId }}
          >
            See what it tries and counts
          </Link>
        </p>
      )}
      <p>Nobody gets anything else. A guardrail that is crossed may pause its schedule, or give everybody control.</p>
    </section>
  </ProposalFrame>
)
