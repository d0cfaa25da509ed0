import type { HttpCase } from './requests.ts'
import type { Target } from './targets.ts'

const bodyOf = (request: string): string => request.slice(request.indexOf('\r\n\r\n') + 4)

const mean = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, one) => sum + one, 0) / values.length)

/** How long the bodies are that a target gets and gives. */
export const sizesOf = async (
  { port, requests }: Target,
  of: HttpCase,
): Promise<{ asked: number; answered: number }> => {
  const answers: number[] = []
  const all = requests[of] ?? []
  for (const request of all) {
    const [first = '', ...lines] = request.slice(0, request.indexOf('\r\n\r\n')).split('\r\n')
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 2)]
    })
    const path = first.split(' ')[1]
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: bodyOf(request) })
    answers.push((await response.arrayBuffer()).byteLength)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  }
  return { asked: mean(all.map((request) => bodyOf(request).length)), answered: mean(answers) }
}
