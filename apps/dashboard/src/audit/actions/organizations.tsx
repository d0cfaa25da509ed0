import { Fragment } from 'react'
import { metaText } from '../entry.ts'
import type { ActionWords } from './action.ts'

/** One row a field that can change. */
const words: Record<string, string> = { name: 'renamed the organization to', plan: 'put the organization on the plan' }

export const organizationUpdated: ActionWords = {
  label: 'Organization changed',
  resourceType: 'organization',
  Says: ({ entry }) => {
    const changed = Object.keys(words).filter((name) => metaText(entry, name) !== undefined)
    return changed.map((name, index) => (
      <Fragment key={name}>
        {index > 0 && '; '}
        {words[name]} <b dir="auto">{metaText(entry, name)}</b>
      </Fragment>
    ))
  },
}
