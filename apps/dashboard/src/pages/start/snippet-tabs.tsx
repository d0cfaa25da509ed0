import { Link } from '@tanstack/react-router'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { Code } from '../../features/code/code.tsx'
import { CopyButton } from '../../ui/controls/copy.tsx'
import { Note } from '../../ui/note.tsx'
import { ExpectedAnswer } from './expected-answer.tsx'
import { type SnippetContext, type SnippetName, snippetList, snippets } from './snippets.ts'
import type { Start } from './use-start.ts'

type SnippetTabsProps = { start: Start; context: SnippetContext }

export const SnippetTabs = ({ start, context }: SnippetTabsProps) => {
  const [name, setName] = useState<SnippetName>('curl')
  return (
    <Tabs.Root value={name} onValueChange={(next) => setName(next as SnippetName)}>
      <div className="code">
        <div className="code-head">
          <Tabs.List aria-label="How to ask" className="pushed">
            {snippetList.map(([value, { label }]) => (
              <Tabs.Trigger key={value} value={value} className="code-tab">
                {label}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <CopyButton text={snippets[name].code(context)} what="the snippet" />
        </div>
        {snippetList.map(([value, { code }]) => (
          <Tabs.Content key={value} value={value} tabIndex={-1}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
            <pre tabIndex={0}>
              <Code code={code(context)} />
            </pre>
          </Tabs.Content>
        ))}
        {name === 'curl' && <ExpectedAnswer start={start} />}
      </div>
      <Hint start={start} name={name} />
    </Tabs.Root>
  )
}

/** Hints to read beside the code. */
const Hint = ({ start: { flag, projectId, environment }, name }: { start: Start; name: SnippetName }) => {
  const snippet: { keyType: 'server' | 'client'; hint?: string } = snippets[name]
  const { keyType, hint } = snippet
  return (
    <div className="mt-2 grid gap-2 text-ink-2">
      {hint && <p>{hint}</p>}
      {keyType === 'client' && (
        <p>
          It takes a client key (<code>pk_…</code>) of <bdi>{environment?.name}</bdi>, which may be public:{' '}
          <Link
            className="link"
            to="/projects/$projectId/environments"
            params={{ projectId }}
            search={environment ? { env: environment.slug } : {}}
          >
            make one
          </Link>
          .
        </p>
      )}
      {keyType === 'client' && flag && !flag.clientSafe && (
        <Note kind="warn">
          <code>{flag.key}</code> is not client-safe, so a client key does not find it. Make it client-safe first, or
          ask for one that is.
        </Note>
      )}
    </div>
  )
}
