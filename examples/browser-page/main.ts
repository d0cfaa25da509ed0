import { openFlags } from '@bunting/sdk-web'

const query = new URLSearchParams(location.search)
const url = query.get('url') ?? 'http://127.0.0.1:4001'
const flags = openFlags({ url, key: query.get('key') ?? '', context: { userId: 'ada' } })

const show = () => {
  const [heading] = document.getElementsByTagName('h1')
  if (heading) heading.textContent = `${flags.string('greeting', 'Hello')}, ada!`
}
flags.on('changed', show)
show()
