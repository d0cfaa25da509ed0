const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The last digits of a number in base 62, as many as `places`, padded with zeros. */
export const base62 = (value: bigint, places: number): string => {
  let rest = value
  let text = ''
  for (let place = 0; place < places; place++) {
    text = digits[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
