/**
 * Parses a Dockerfile into its stages: `[{ from, as, steps: [{ instruction, flags, text }] }]`. It supports the syntax that
 * ours uses: continued lines, comments, flags, and texts or JSON lists.
 */
export function readDockerfile(text) {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const stages = []
  for (const line of lines) {
    const step = readStep(line)
    if (step.instruction === 'FROM') {
      const [from, , as] = step.text.split(/\s+/)
      stages.push({ from, as, steps: [] })
    } else stages.at(-1).steps.push(step)
  }
  return stages
}

function readStep(line) {
  const [, instruction, rest] = /^([A-Z]+)\s+(.*)$/s.exec(line.trim())
  const flags = {}
  let text = rest
  for (let found = nextFlag(text); found; found = nextFlag(text)) {
    flags[found[1]] = found[2]
    text = text.slice(found[0].length)
  }
  return { instruction, flags, text: text.trim() }
}

const nextFlag = (text) => /^--([\w-]+)=(\S+)\s+/.exec(text)

/** The settings with which a container of the last stage is started. */
export function readSettings({ steps }) {
  const last = (instruction) => steps.findLast((step) => step.instruction === instruction)
  const list = (instruction) => JSON.parse(last(instruction)?.text ?? '[]')
  const variables = steps.filter((step) => step.instruction === 'ENV').map(({ text }) => text.split(/=(.*)/s, 2))
  const [uid, gid] = last('USER').text.split(':')
  return {
    command: [...list('ENTRYPOINT'), ...list('CMD')],
    healthcheck: JSON.parse(last('HEALTHCHECK').text.replace(/^CMD\s+/, '')),
    variables: Object.fromEntries(variables),
    uid,
    gid,
    workdir: last('WORKDIR').text,
    volume: last('VOLUME').text,
    stopSignal: last('STOPSIGNAL').text,
  }
}
