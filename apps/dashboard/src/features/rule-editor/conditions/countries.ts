const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that are not a country where a person can be: unions, tests, unknown. */
const others = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'])

export const countryName = (code: string): string | undefined =>
  /^[A-Za-z]{2}$/.test(code) && !others.has(code.toUpperCase()) ? names.of(code.toUpperCase()) : undefined

/** Every country for which the browser has a name, by code. */
export const countries = letters.flatMap((first) =>
  letters.flatMap((second) => {
    const name = countryName(first + second)
    return name === undefined ? [] : [{ code: first + second, name }]
  }),
)
