import type { FlagValue } from '@bunting/engine'
import { plural } from '../format/number.ts'
import { sayValue } from '../format/say-value.ts'
import './words.css'

type ValueProps = { value: FlagValue | null }

/** A value a flag can give, in a sentence: as code writes it but without quotes, and the beginning of a document. */
export const Value = ({ value }: ValueProps) => (
  <code className="value">{typeof value === 'object' && value !== null ? sayValue(value) : String(value)}</code>
)

/** The same by itself, with the whole of a document. */
export const WholeValue = ({ value }: ValueProps) =>
  typeof value === 'object' && value !== null ? (
    <code className="value">
      <Lines document={value} />
    </code>
  ) : (
    <Value value={value} />
  )

/** A document over as many lines as it needs. */
export const layOut = (document: object): string => JSON.stringify(document, null, 2)

/** Nobody reads more here; where it is edited, and as JSON, it is whole. */
const maxLines = 40

/** A document as it is laid out, or how it begins. */
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
