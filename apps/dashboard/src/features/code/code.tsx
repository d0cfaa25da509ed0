import './code.css'

/** A snippet with coloured texts and comments. It is rendered as text only, never as HTML. */
export const Code = ({ code }: { code: string }) =>
  code.split(/("[^"\n]*"|'[^'\n]*'|^(?:\/\/|#).*$)/m).map((part, index) => (
    <span key={index} className={colorOf(part)}>
      {part}
    </span>
  ))

const colorOf = (part: string): string | undefined => {
  if (/^(\/\/|#)/.test(part)) return 'c-dim'
  return /^["'].*["']$/s.test(part) ? 'c-str' : undefined
}
