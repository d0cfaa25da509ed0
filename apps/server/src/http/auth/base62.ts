const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The last so many digits of a number, zeros before it where it has fewer. */
export const base62 = (value: bigint, places: number): string => {
  let rest = value
  let text = ''
  for (let place = 0; place < places; place++) {
    text = digits[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
