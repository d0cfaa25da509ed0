import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { required, text } from '../../core/parameters.ts'
import { dim, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { parseDuration } from '../../text/duration.ts'

export const rotateKey = command({
  name: 'rotate',
  summary: 'Give an API key a new secret',
  description:
    'The new key is printed this once, alone on standard output. The old one works on for the overlap: change it meanwhile wherever it is used.',
  target: 'environment',
  arguments: { key: required('the id of the key: key_…') },
  options: { overlap: text('time', 'how long the old one works on: 24h, 7d at most, 0s to end it now (default: 24h)') },
  examples: [
    'keys rotate key_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b',
    'keys rotate key_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --overlap 0s',
  ],
  run: async ({ api, out, project, env }, { key, overlap }) => {
    const answer = await api.rotateApiKey({
      params: { projectId: project.id, envId: env.id, keyId: key },
      body: overlap === undefined ? {} : { overlapSeconds: toSeconds(overlap) },
    })
    out.show(answer, () => {
      const until = timeText(answer.previousExpiresAt)
      out.note(dim(rich`${answer.id} has a new secret; the one before ends at ${until} UTC. It is shown this once:`))
      out.print(rich`${answer.key}`)
    })
    warnOfSync(out, answer)
  },
})

const toSeconds = (overlap: string): number =>
  parseDuration(overlap) ?? wrongUse(`"${overlap}" is not a length of time: write 24h, 7d, or 0s.`)
