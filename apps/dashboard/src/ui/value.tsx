import type { FlagValue } from '@bunting/engine'
import { plural } from '../format/number.ts'
import { sayValue } from '../format/say-value.ts'
import './words.css'

type ValueProps = { value: FlagValue | null }

/** A flag's value in a sentence: as in code but without quotes; of a document only the beginning. */
export const Value = ({ value }: ValueProps) => (
  <code className="value">{typeof value === 'object' && value !== null ? sayValue(value) : String(value)}</code>
)

/** A flag's value by itself, with the whole document. */
export const WholeValue = ({ value }: ValueProps) =>
  typeof value === 'object' && value !== null ? (
    <code className="value">
      <Lines document={value} />
    </code>
  ) : (
    <Value value={value} />
  )

/** A document as indented JSON. */
export const layOut = (document: object): string => JSON.stringify(document, null, 2)

/** The most lines shown: the editor and the JSON view have the whole document. */
const maxLines = 40

/** A document as indented JSON, cut after the maximum of lines. */
export const Lines = ({ document }: { document: object }) => {
  const lines = layOut(document).split('\n')
  const rest = lines.length - maxLines
  return (
    <span className="document">
      {lines.slice(0, maxLines).join('\n')}
      {rest > 0 && `\n… ${plural(rest, 'more line')}`}
    </span>
  )
}
