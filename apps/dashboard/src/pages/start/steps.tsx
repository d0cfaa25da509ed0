import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { Check, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { managementUrl } from '../../base.ts'
import { Step } from '../../features/steps/step.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { pennantState } from '../../ui/pennants/pennant-state.ts'
import { sayState, sayStates } from '../../ui/pennants/pennant-words.ts'
import { Time } from '../../ui/time.tsx'
import { NewFlagHere } from './new-flag-here.tsx'
import { SnippetTabs } from './snippet-tabs.tsx'
import type { Start } from './use-start.ts'

type StepsProps = { start: Start; deliveryUrl: string }

/** The steps to a first flag. Each is ticked when the API shows that it is done. */
const steps: { name: keyof Start['done']; title: string; Says(props: StepsProps): ReactNode }[] = [
  { name: 'flag', title: 'Create a flag', Says: (props) => <CreateFlag {...props} /> },
  { name: 'key', title: 'Get a key', Says: (props) => <GetKey {...props} /> },
  { name: 'ask', title: 'Ask for the flag', Says: (props) => <AskFor {...props} /> },
  { name: 'change', title: 'Change the answer', Says: (props) => <ChangeAnswer {...props} /> },
  { name: 'others', title: 'Invite the others', Says: (props) => <InviteOthers {...props} /> },
]

export const Steps = (props: StepsProps) => {
  const { done, isLoaded } = props.start
  const next = steps.find(({ name }) => !done[name])?.name
  // No step is ticked or called the next one before the data is loaded.
  const stateOf = (name: keyof Start['done']) => (done[name] ? 'done' : isLoaded && name === next ? 'now' : 'ahead')
  return (
    <ol className="start-steps">
      {steps.map(({ name, title, Says }, index) => (
        <Step key={name} number={index + 1} title={title} state={stateOf(name)}>
          <Says {...props} />
        </Step>
      ))}
    </ol>
  )
}

const CreateFlag = ({ start: { flag, environment, projectId, isLoaded } }: StepsProps) => {
  if (!isLoaded) return <p className="sub">{'\u00a0'}</p>
  if (!flag) {
    return (
      <>
        <p className="sub">
          A flag is a named answer your code asks for. Make one that is on in{' '}
          <bdi>{environment?.name ?? 'an environment'}</bdi>. {sayStates}
        </p>
        <NewFlagHere projectId={projectId} onIn={environment?.id} />
      </>
    )
  }
  const config = flag.versions[environment?.id ?? '']?.config
  return (
    <p className="sub">
      <FlagLink start={{ flag, environment, projectId }} />, a {flag.type},{' '}
      {config
        ? `is ${sayState(pennantState(config))} in ${isolate(environment?.name ?? '')}.`
        : `has no config in ${isolate(environment?.name ?? '')} yet: open it and save one.`}
    </p>
  )
}

type Flagged = Pick<Start, 'flag' | 'environment' | 'projectId'>

const FlagLink = ({ start: { flag, environment, projectId } }: { start: Flagged }) => (
  <Link
    className="link"
    to="/projects/$projectId/flags/$flagKey"
    params={{ projectId, flagKey: flag?.key ?? '' }}
    search={environment ? { env: environment.slug } : {}}
  >
    <code>{flag?.key}</code>
  </Link>
)

const GetKey = ({ start: { key, environment, projectId } }: StepsProps) => (
  <p className="sub">
    {key && (
      <>
        <bdi>{environment?.name}</bdi> has “<bdi>{key.description}</bdi>”, a {key.type} key that begins with{' '}
        <code>{key.keyPrefix}</code>. A key is shown only when it is made.{' '}
      </>
    )}
    <Link
      className="link"
      to="/projects/$projectId/environments"
      params={{ projectId }}
      search={environment ? { env: environment.slug } : {}}
    >
      {key ? 'Make another' : `Make a server key of ${isolate(environment?.name ?? '')}`}
    </Link>
  </p>
)

const AskFor = ({ start, deliveryUrl }: StepsProps) => {
  const { flag, environment, project } = start
  return (
    <>
      <p className="sub">
        Put the key in <code>BUNTING_KEY</code> and run this.
      </p>
      <FirstAnswer start={start} />
      <SnippetTabs
        start={start}
        context={{
          deliveryUrl,
          managementUrl,
          projectSlug: project?.slug ?? 'default',
          envSlug: environment?.slug ?? 'development',
          flagKey: flag?.key ?? 'my-first-flag',
          flagType: flag?.type ?? 'boolean',
        }}
      />
    </>
  )
}

/** Waits for the first evaluation, from any client, and shows it. */
const FirstAnswer = ({ start: { done, environment, lastAskedAt } }: { start: Start }) => (
  <p className="first-answer" role="status">
    {done.ask ? (
      <>
        <Check size={16} strokeWidth={1.5} aria-hidden />
        <span>
          <bdi>{environment?.name}</bdi> was asked{' '}
          {lastAskedAt ? (
            <>
              <Time at={lastAskedAt} />:
            </>
          ) : (
            'before:'
          )}{' '}
          your code and Bunting talk to each other.
        </span>
      </>
    ) : (
      <>
        <Hourglass size={16} strokeWidth={1.5} aria-hidden />
        <span>
          Waiting for the first question with a key of <bdi>{environment?.name ?? 'the environment'}</bdi>. This page
          notices it within seconds.
        </span>
      </>
    )}
  </p>
)

const ChangeAnswer = ({ start }: StepsProps) => {
  const { flag, environment, projectId } = start
  return (
    <>
      <p className="sub">
        Turn the flag off or on, or give it a rule. Save it, run the same again, and see the answer change.
      </p>
      {flag && (
        <Link
          className={buttonClass({})}
          to="/projects/$projectId/flags/$flagKey"
          params={{ projectId, flagKey: flag.key }}
          search={environment ? { env: environment.slug } : {}}
        >
          Open {flag.key}
        </Link>
      )}
    </>
  )
}

const InviteOthers = ({ start: { environments, projectId } }: StepsProps) => (
  <p className="sub">
    <Link className="link" to="/projects/$projectId/members" params={{ projectId }}>
      See who may sign in
    </Link>
    , then{' '}
    <Link className="link" to="/projects/$projectId/environments" params={{ projectId }}>
      protect <bdi>{environments[0]?.name ?? 'an environment'}</bdi>
    </Link>
    , so that every change there has two people behind it.
  </p>
)
