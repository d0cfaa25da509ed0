import { appendFileSync, readFileSync } from 'node:fs'

/** GitHub takes 65,536 characters. */
const maxComment = 60_000

/**
 * Tells the reviewers of a pull request: by one comment, which is updated in place. Where that is not allowed, as on a
 * pull request from a fork, and where there is no pull request, the job's summary says it.
 */
export const tellReviewers = async (env, marker, text) => {
  const number = numberOf(env)
  const isTold = env.TOKEN && number !== undefined && (await comment(env, number, marker, text))
  if (!isTold || text.length > maxComment) appendFileSync(env.GITHUB_STEP_SUMMARY, `${text}\n`)
}

const numberOf = ({ GITHUB_EVENT_PATH: file }) => file && JSON.parse(readFileSync(file, 'utf8')).pull_request?.number

/** Makes or updates the comment. Returns false if the token may not. */
const comment = async (env, number, marker, text) => {
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository, COMMENT_AUTHOR: author } = env
  const ask = async (method, path, body) => {
    const answer = await fetch(`${api}/repos/${repository}/issues/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${env.TOKEN}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (answer.status === 401 || answer.status === 403 || answer.status === 404) return undefined
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${method} ${path}.`)
    return answer.json()
  }
  const find = async (page = 1) => {
    const comments = await ask('GET', `${number}/comments?per_page=100&page=${page}`)
    // Anybody can write a comment that begins like this: only our own is ever changed.
    const found = comments?.find(({ body, user }) => body?.startsWith(marker) && user?.login === author)
    return found ?? (comments?.length === 100 ? find(page + 1) : undefined)
  }
  const before = await find()
  const body = `${marker}\n${cut(text)}`
  if (before?.body === body) return true
  const answer = before
    ? await ask('PATCH', `comments/${before.id}`, { body })
    : await ask('POST', `${number}/comments`, { body })
  return answer !== undefined
}

/** Cuts at the end of a line, and ends a block of code that was cut. */
const cut = (text) => {
  if (text.length <= maxComment) return text
  const kept = text.slice(0, text.lastIndexOf('\n', maxComment))
  const fences = kept.split('\n').flatMap((line) => /^`{3,}/.exec(line)?.[0] ?? [])
  const open = fences.length % 2 === 1 ? `\n${fences.at(-1)}` : ''
  return `${kept}${open}\n\n… and more: the job's summary has all of it.\n`
}
