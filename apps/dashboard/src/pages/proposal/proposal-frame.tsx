import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { useNames } from '../../api/actors.ts'
import { Page } from '../../features/page/page.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Heading } from './heading.tsx'
import { Panel } from './panel.tsx'
import { pageOf, type Subject } from './subject.ts'

type ProposalFrameProps = Omit<ComponentProps<typeof Panel>, 'links' | 'flagKey'> &
  Subject & {
    parent: ReactNode
    /** The link to the result of an approval, if that is not on the subject's page. */
    approvedLink?: ReactNode
    /** The proposed changes. */
    children: ReactNode
  }

/** The frame around every proposal: who proposed what, and the actions on it. */
export const ProposalFrame = ({ parent, approvedLink, children, flag, segment, ...props }: ProposalFrameProps) => {
  const { proposal, environment } = props
  const about = { ...props, flag, segment }
  const by = useNames([proposal.createdBy])(proposal.createdBy)
  const subject = flag ?? segment
  const link = (
    <Link {...pageOf(about)} className={buttonClass({})}>
      Open the {flag ? 'flag' : segment ? 'segment' : 'environment'}
    </Link>
  )
  return (
    <Page
      title={subject ? `${subject.key} in ${environment.name}` : environment.name}
      parent={parent}
      heading={<Heading {...about} by={by} />}
      inspector={{
        label: 'Review',
        children: <Panel {...props} links={{ approved: approvedLink ?? link, otherwise: link }} flagKey={flag?.key} />,
      }}
    >
      {children}
    </Page>
  )
}
