import { FlagsProvider, openFlags, useString } from '@bunting/sdk-react'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
const url = query.get('url') ?? 'http://127.0.0.1:4001'
const flags = openFlags({ url, key: query.get('key') ?? '', context: { userId: 'ada' } })

const Greeting = () => <h1>{useString('greeting', 'Hello')}, ada!</h1>

const app = document.getElementById('app') as HTMLElement
createRoot(app).render(
  <FlagsProvider flags={flags}>
    <Greeting />
  </FlagsProvider>,
)
