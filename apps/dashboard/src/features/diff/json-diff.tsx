import type { FlagConfig } from '@bunting/engine'
import { UnfoldVertical } from 'lucide-react'
import { useMemo, useState } from 'react'
import { plural } from '../../format/number.ts'
import { jsonLines } from './config-json.ts'
import './diff.css'
import { foldLines, type Stretch } from './changes/fold-lines.ts'
import { type Line, lineChanges } from './changes/line-changes.ts'

const kinds = { ' ': undefined, '-': 'gone', '+': 'come' }

/** The two configs as JSON, line by line: the changes, and the rest on demand. */
export const JsonDiff = ({ before, after }: { before: FlagConfig | null; after: FlagConfig }) => {
  const stretches = useMemo(() => foldLines(lineChanges(jsonLines(before), jsonLines(after))), [before, after])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="json-diff" aria-label="The change as JSON" tabIndex={0}>
      {stretches.map((stretch, index) =>
        stretch.isFolded ? <Fold key={index} {...stretch} /> : <Lines key={index} {...stretch} />,
      )}
    </section>
  )
}

const Fold = ({ lines }: Pick<Stretch, 'lines'>) => {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <Lines lines={lines} />
  return (
    <button type="button" className="hidden-lines" onClick={() => setOpen(true)}>
      <UnfoldVertical size={14} strokeWidth={1.5} aria-hidden />
      {plural(lines.length, 'unchanged line')}
    </button>
  )
}

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <pre>
    {lines.map(({ sign, text }, index) => (
      <code key={index} className={kinds[sign]}>
        {`${sign} ${text}\n`}
      </code>
    ))}
  </pre>
)
