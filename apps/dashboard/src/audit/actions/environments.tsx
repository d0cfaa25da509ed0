import { Fragment, type ReactNode } from 'react'
import { metaText } from '../entry.ts'
import { EnvRef } from '../refs.tsx'
import type { ActionWords, EntryProps } from './action.ts'

const Environment = ({ entry, names }: EntryProps) => (
  <EnvRef projectId={names.projectId} environment={names.environment(entry)} />
)

export const projectCreated: ActionWords = {
  label: 'Project created',
  resourceType: 'project',
  Says: ({ entry }) => (
    <>
      created the project <b dir="auto">{metaText(entry, 'name')}</b>
    </>
  ),
}

export const environmentCreated: ActionWords = {
  label: 'Environment created',
  resourceType: 'environment',
  Says: (props) => (
    <>
      created the environment <Environment {...props} />
    </>
  ),
}

/** One row a field that can change. */
const says: Record<string, (props: EntryProps) => ReactNode> = {
  protected: (props) =>
    props.entry.meta.protected === true ? (
      <>
        protected <Environment {...props} />. Changes there need a second person
      </>
    ) : (
      <>
        took the protection off <Environment {...props} />. Changes there no longer need a second person
      </>
    ),
  strict: (props) =>
    props.entry.meta.strict === true ? (
      <>
        made <Environment {...props} /> strict. What one admin could do there takes two people
      </>
    ) : (
      <>
        made <Environment {...props} /> strict no longer
      </>
    ),
  name: ({ entry }) => (
    <>
      renamed an environment to <b dir="auto">{metaText(entry, 'name')}</b>
    </>
  ),
  color: (props) => (
    <>
      gave <Environment {...props} /> the colour <code>{metaText(props.entry, 'color')}</code>
    </>
  ),
}

export const environmentUpdated: ActionWords = {
  label: 'Environment changed',
  resourceType: 'environment',
  Says: (props) => {
    const changed = Object.keys(props.entry.meta).filter((name) => name in says)
    if (changed.length === 0) {
      return (
        <>
          changed <Environment {...props} />
        </>
      )
    }
    return changed.map((name, index) => (
      <Fragment key={name}>
        {index > 0 && '; '}
        {says[name]?.(props)}
      </Fragment>
    ))
  },
}
