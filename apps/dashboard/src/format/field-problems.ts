import { limits } from '@bunting/contract'

/** Problems with the input of a form, in words for the user. The service finds the same ones, in its own words. */
const tooLong = (text: string, max: number): string | undefined =>
  text.length > max
    ? `At most ${max.toLocaleString('en')} characters; it has ${text.length.toLocaleString('en')}.`
    : undefined

export const nameProblem = (name: string): string | undefined =>
  name.trim() === '' ? 'It needs a name.' : tooLong(name, limits.name)

export const slugProblem = (slug: string): string | undefined => {
  if (slug === '') return 'It needs a slug.'
  if (!/^[a-z0-9-]+$/.test(slug)) return 'Only lower-case letters, digits and dashes.'
  return tooLong(slug, limits.slug)
}

export const keyProblem = (key: string): string | undefined => {
  if (key === '') return 'It needs a key.'
  if (!/^[\w.-]+$/.test(key)) return 'Only letters, digits, dots, dashes and underscores.'
  if (!/^[a-z0-9]/i.test(key)) return 'It begins with a letter or digit.'
  return tooLong(key, limits.configKey)
}

export const descriptionProblem = (description: string): string | undefined => tooLong(description, limits.description)

export const emailProblem = (email: string): string | undefined => {
  if (email === '') return 'It needs an e-mail address.'
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return 'An address is like ada@example.com.'
  return tooLong(email, limits.email)
}

export const urlProblem = (url: string): string | undefined => {
  if (url === '') return 'It needs an address.'
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) return 'An address begins with https://'
  return tooLong(url, limits.webhookUrl)
}

export const attributeProblem = (attribute: string): string | undefined =>
  attribute === '' ? 'It needs an attribute.' : tooLong(attribute, limits.configKey)
