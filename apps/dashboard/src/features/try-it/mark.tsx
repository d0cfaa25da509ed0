import { Check, Minus, X } from 'lucide-react'

const marks = {
  yes: { Icon: Check, label: 'matched' },
  no: { Icon: X, label: 'did not match' },
  skip: { Icon: Minus, label: 'not tried' },
}

export type MarkKind = keyof typeof marks

export const Mark = ({ kind }: { kind: MarkKind }) => {
  const { Icon, label } = marks[kind]
  return <Icon className={`t-${kind}`} size={16} strokeWidth={1.5} role="img" aria-label={label} />
}
