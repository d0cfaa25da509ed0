import type { UserEvent } from '@testing-library/user-event'

const modifiers = ['Control', 'Shift', 'Alt', 'Meta']

/** Converts Playwright's names of keys to those of `user-event`. */
const written = (key: string): string => {
  if (key === 'Space') return ' '
  return key.length === 1 ? key.replace(/[{[]/, '$&$&') : `{${key}}`
}

/** A keyboard with the methods of Playwright's `Keyboard`. */
export const keyboardOf = (user: UserEvent) => ({
  async press(keys: string): Promise<void> {
    const parts = keys.split(/(?<=.)\+/)
    const held = parts.filter((part) => modifiers.includes(part))
    const others = parts.filter((part) => !modifiers.includes(part))
    const press = held.map((key) => `{${key}>}`).join('')
    const release = held.map((key) => `{/${key}}`).join('')
    await user.keyboard(`${press}${others.map(written).join('')}${release}`)
  },
  async type(text: string): Promise<void> {
    await user.keyboard([...text].map(written).join(''))
  },
  async down(key: string): Promise<void> {
    await user.keyboard(`{${key}>}`)
  },
  async up(key: string): Promise<void> {
    await user.keyboard(`{/${key}}`)
  },
})
