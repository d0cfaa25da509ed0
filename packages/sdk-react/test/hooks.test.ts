// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { createElement as h } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import {
  type Details,
  type Flags,
  FlagsProvider,
  openFlags,
  useBoolean,
  useDetails,
  useFlags,
  useJson,
  useNumber,
  useString,
  useTrack,
} from '../src/index.ts'
import { fixedFlags } from '../src/testing.ts'

/** A component that shows a flag and counts how often it renders. */
const shower = (key: string) => {
  const rendered = vi.fn()
  const Show = () => {
    rendered()
    return h('p', {}, `${key}: ${useString(key, 'fallback')}`)
  }
  return { Show, rendered }
}

test('components show what flags say, in their type', () => {
  const flags = fixedFlags({ sale: true, colour: 'green', limit: 3 })
  const Show = () =>
    h(
      'p',
      {},
      [useBoolean('sale', false), useString('colour', ''), useNumber('limit', 0), useNumber('colour', 9)].join(' '),
    )
  const { container } = render(h(FlagsProvider, { flags }, h(Show)))
  expect(container.textContent).toBe('true green 3 9')
})

test('a component tells what happened by a function that stays the same', () => {
  const flags = fixedFlags({ one: 'a' })
  const track = vi.spyOn(flags, 'track')
  const functions = new Set<unknown>()
  const Buy = () => {
    const tell = useTrack()
    functions.add(tell)
    return h('button', { type: 'button', onClick: () => tell('purchase', { value: 3 }) }, useString('one', ''))
  }
  const { container } = render(h(FlagsProvider, { flags }, h(Buy)))
  act(() => flags.set('one', 'b'))
  container.querySelector('button')?.click()
  expect(track.mock.calls).toEqual([['purchase', { value: 3 }]])
  expect(functions.size).toBe(1)
})

test('only what changed renders again', () => {
  const flags = fixedFlags({ one: 'a', two: 'b' })
  const one = shower('one')
  const two = shower('two')
  const { container } = render(h(FlagsProvider, { flags }, h(one.Show), h(two.Show)))
  act(() => flags.set('one', 'c'))
  expect(container.textContent).toBe('one: ctwo: b')
  expect(one.rendered).toHaveBeenCalledTimes(2)
  expect(two.rendered).toHaveBeenCalledTimes(1)
  act(() => flags.set('one', 'c'))
  expect(one.rendered).toHaveBeenCalledTimes(2)
})

test('details and the flags themselves can be had', () => {
  const flags = fixedFlags({ one: 'a' })
  let details: Details | undefined
  let found: Flags | undefined
  const Look = () => {
    details = useDetails('one')
    found = useFlags()
    return null
  }
  render(h(FlagsProvider, { flags }, h(Look)))
  expect(details).toEqual({ value: 'a', reason: 'DEFAULT' })
  expect(found).toBe(flags)
})

test('without a provider, or without such a flag, the fallback is shown', async () => {
  const { Show } = shower('none')
  expect(render(h(Show)).container.textContent).toBe('none: fallback')
  expect(render(h(FlagsProvider, { flags: fixedFlags({}) }, h(Show))).container.textContent).toBe('none: fallback')
})

test('what is shown counts as evaluated once, however often it renders', () => {
  const flags = fixedFlags({ one: 'a' })
  const string = vi.spyOn(flags, 'string')
  const { Show } = shower('one')
  const tree = () => h(FlagsProvider, { flags }, h(Show))
  const { rerender } = render(tree())
  rerender(tree())
  expect(string).toHaveBeenCalledTimes(1)
  act(() => flags.set('one', 'b'))
  expect(string).toHaveBeenCalledTimes(2)
})

test('an object is shown as it is, the same one until it changes, and counts once', () => {
  const flags = fixedFlags({ theme: { accent: 'blue' } })
  const json = vi.spyOn(flags, 'json')
  const seen: object[] = []
  const Show = () => {
    const theme = useJson('theme', { accent: 'red' })
    seen.push(theme)
    return h('p', {}, theme.accent)
  }
  const tree = () => h(FlagsProvider, { flags }, h(Show))
  const { container, rerender } = render(tree())
  rerender(tree())
  act(() => flags.set('theme', { accent: 'blue' }))
  expect(seen.length).toBeGreaterThan(1)
  expect(new Set(seen).size).toBe(1)
  expect(json).toHaveBeenCalledTimes(1)
  act(() => flags.set('theme', { accent: 'green' }))
  expect(container.textContent).toBe('green')
})

test('an object that does not pass the check is not shown, and what a schema makes of one is, as the same object', () => {
  const flags = fixedFlags({ theme: { accent: 'blue' } })
  const hasSize = (value: unknown): value is { size: number } => 'size' in (value as object)
  const schema = { '~standard': { validate: (value: unknown) => ({ value: { ...(value as object), size: 4 } }) } }
  const seen: object[] = []
  const Show = () => {
    const { size } = useJson('theme', { size: 1 }, hasSize)
    const filled = useJson('theme', { size: 2 }, schema)
    seen.push(filled)
    return h('p', {}, `${size} ${filled.size}`)
  }
  const { container, rerender } = render(h(FlagsProvider, { flags }, h(Show)))
  rerender(h(FlagsProvider, { flags }, h(Show)))
  expect(container.textContent).toBe('1 4')
  expect(seen[1]).toBe(seen[0])
})

test('a server renders with initial values, and the page begins with just these', async () => {
  const initial = { one: { value: 'of the server', reason: 'DEFAULT' } } as const
  const { Show } = shower('one')
  const html = renderToString(h(FlagsProvider, { initial }, h(Show)))
  expect(html).toBe('<p>one: of the server</p>')

  const container = document.createElement('div')
  container.innerHTML = html
  const onRecoverableError = vi.fn()
  const warned = vi.spyOn(console, 'error')
  // Newer than the values of the server's rendering: shown after the hydration, which must not see them.
  const flags = fixedFlags({ one: 'newer' })
  await act(async () => {
    hydrateRoot(container, h(FlagsProvider, { flags, initial }, h(Show)), { onRecoverableError })
  })
  expect(container.textContent).toBe('one: newer')
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(warned).not.toHaveBeenCalled()
})

test('flags that a component is the first to want are asked for and shown', async () => {
  const asked: string[][] = []
  const fetch: typeof globalThis.fetch = async (_input, init) => {
    const { flags } = JSON.parse(String(init?.body)) as { flags: string[] }
    asked.push(flags)
    const results = Object.fromEntries(flags.map((key) => [key, { value: 'blue', reason: 'DEFAULT' }]))
    return Response.json({ results, meta: { environmentId: 'env_1' } })
  }
  const flags = openFlags({ url: 'http://delivery.test', key: 'pk_test', fetch, storage: null })
  const one = shower('one')
  const two = shower('two')
  const { container } = render(h(FlagsProvider, { flags }, h(one.Show), h(two.Show)))
  await vi.waitFor(() => expect(container.textContent).toBe('one: bluetwo: blue'))
  expect(asked).toEqual([['one', 'two']])
  await flags.close()
})
