import type { FlagValue } from '@bunting/engine'
import './words.css'

/** A value a flag can give, as code writes it but without quotes. */
export const Value = ({ value }: { value: FlagValue | null }) => <code className="value">{String(value)}</code>
