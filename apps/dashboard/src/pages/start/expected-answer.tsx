import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'
import type { Start } from './use-start.ts'

/** The answer that Delivery gives now, from the Management API, which evaluates in the same way. */
const answerQuery = ({ projectId, environment, flag }: Start) => {
  const version = flag?.versions[environment?.id ?? '']?.version
  return {
    queryKey: ['start-answer', projectId, flag?.key, environment?.id, version],
    enabled: version !== undefined,
    queryFn: async () => {
      const params = { projectId, envId: environment?.id ?? '', flagKey: flag?.key ?? '' }
      return (await api.explainFlag({ params, body: { context: { userId: 'ada' } } })).result
    },
  }
}

const notFound = { value: null, reason: 'FLAG_NOT_FOUND' }

export const ExpectedAnswer = ({ start }: { start: Start }) => {
  const { data } = useQuery(answerQuery(start))
  const { flag, environment } = start
  if (!flag || !environment) return null
  const result = flag.versions[environment.id] ? data : notFound
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre className="expected" tabIndex={0}>
      <span className="c-dim">You should see</span>
      {'\n'}
      {result ? <Answer fields={{ flagKey: flag.key, ...result, requestId: '…' }} /> : '\u00a0'}
    </pre>
  )
}

const Answer = ({ fields }: { fields: Record<string, unknown> }) => (
  <>
    {'{ '}
    {Object.entries(fields).map(([name, value], index) => (
      <span key={name}>
        {index > 0 && ', '}
        <span className="c-key">"{name}"</span>:{' '}
        <span className={typeof value === 'string' ? 'c-str' : 'c-num'}>{JSON.stringify(value)}</span>
      </span>
    ))}
    {' }'}
  </>
)
