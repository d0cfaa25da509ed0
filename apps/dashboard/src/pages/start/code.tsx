/** Texts, comments and the rest of a snippet, in their colours: never as anything but text. */
export const Code = ({ code }: { code: string }) =>
  code.split(/("[^"\n]*"|'[^'\n]*'|^\/\/.*$)/m).map((piece, index) => (
    <span key={index} className={colorOf(piece)}>
      {piece}
    </span>
  ))

const colorOf = (piece: string): string | undefined => {
  if (piece.startsWith('//')) return 'c-dim'
  return /^["'].*["']$/s.test(piece) ? 'c-str' : undefined
}
