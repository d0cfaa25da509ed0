import type { FlagConfig } from '@bunting/engine'
import { useMemo } from 'react'
import { jsonLines } from './config-json.ts'
import './diff.css'
import { lineChanges } from './line-changes.ts'

const kinds = { ' ': undefined, '-': 'gone', '+': 'come' }

/** The same two configs as their JSON, line by line. */
export const JsonDiff = ({ before, after }: { before: FlagConfig | null; after: FlagConfig }) => {
  const lines = useMemo(() => lineChanges(jsonLines(before), jsonLines(after)), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="json-diff" aria-label="The change as JSON" tabIndex={0}>
      <pre>
        {lines.map(({ sign, text }, index) => (
          <code key={index} className={kinds[sign]}>
            {`${sign} ${text}\n`}
          </code>
        ))}
      </pre>
    </section>
  )
}
