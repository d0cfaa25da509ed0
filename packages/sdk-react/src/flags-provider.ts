import type { Details, Flags } from '@bunting/sdk-web'
import { createElement, type ReactElement, type ReactNode, useMemo } from 'react'
import { FlagsContext } from './flags-context.ts'

export type FlagsProviderProps = {
  /** The page's flags. Leave it out on a server. */
  flags?: Flags | undefined
  /** The answers that the server rendered with. Pass the same ones in the browser, so that hydration matches. */
  initial?: Readonly<Record<string, Details>> | undefined
  children?: ReactNode
}

/**
 * Provides flags to the components inside it.
 *
 * @example
 * ```tsx
 * import { FlagsProvider, openFlags, useBoolean } from '@bunting/sdk-react'
 * import { createRoot } from 'react-dom/client'
 *
 * const flags = openFlags({ url: 'https://flags.example.com', key: 'pk_…', context: { userId: 'ada' } })
 * const Banner = () => <h1>{useBoolean('spring-sale', false) ? 'Everything must go' : 'Welcome'}</h1>
 * createRoot(document.body).render(<FlagsProvider flags={flags}><Banner /></FlagsProvider>)
 * ```
 *
 * @example With server rendering: `initial` is what the server SDK answers.
 * ```tsx
 * import { FlagsProvider, useBoolean } from '@bunting/sdk-react'
 * import { openFlags } from '@bunting/sdk-server'
 * import { renderToString } from 'react-dom/server'
 *
 * const flags = openFlags({ url: 'http://127.0.0.1:4001', key: 'sk_…' })
 * const Banner = () => <h1>{useBoolean('spring-sale', false) ? 'Everything must go' : 'Welcome'}</h1>
 * const initial = flags.all({ userId: 'ada' }, { clientSafe: true })
 * const html = renderToString(<FlagsProvider initial={initial}><Banner /></FlagsProvider>)
 * console.log(html)
 * ```
 */
export const FlagsProvider = ({ flags, initial, children }: FlagsProviderProps): ReactElement => {
  const value = useMemo(() => ({ flags, initial }), [flags, initial])
  return createElement(FlagsContext.Provider, { value }, children)
}
