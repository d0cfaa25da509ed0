import type { FlagValue } from '@bunting/engine'
import { sayValue } from '../diff/words.ts'
import './words.css'

type ValueProps = { value: FlagValue | null }

/** A value a flag can give, in a sentence: as code writes it but without quotes, and the beginning of a document. */
export const Value = ({ value }: ValueProps) => (
  <code className="value">{typeof value === 'object' && value !== null ? sayValue(value) : String(value)}</code>
)

/** The same by itself, with the whole of a document. */
export const WholeValue = ({ value }: ValueProps) =>
  typeof value === 'object' && value !== null ? (
    <code className="value document">{layOut(value)}</code>
  ) : (
    <Value value={value} />
  )

/** A document over as many lines as it needs. */
export const layOut = (document: object): string => JSON.stringify(document, null, 2)
