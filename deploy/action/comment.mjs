import { appendFileSync, readFileSync } from 'node:fs'

/** Below GitHub's limit of 65,536 characters. */
const maxComment = 60_000

/**
 * Shows a text to the reviewers of a pull request, in a single comment that is updated in place. If commenting is not allowed, as
 * for a pull request from a fork, or there is no pull request, the text goes to the job's summary.
 */
export const tellReviewers = async (env, marker, text) => {
  const number = numberOf(env)
  const isTold = env.TOKEN && number !== undefined && (await comment(env, number, marker, text))
  if (!isTold || text.length > maxComment) appendFileSync(env.GITHUB_STEP_SUMMARY, `${text}\n`)
}

const numberOf = ({ GITHUB_EVENT_PATH: file }) => file && JSON.parse(readFileSync(file, 'utf8')).pull_request?.number

/** Creates or updates the comment. Returns false if the token does not have the permission. */
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
    // Anyone can write a comment with this marker, so only one by the action's own author is changed.
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

/** Cuts a text at the end of a line, and closes a code block that was cut. */
const cut = (text) => {
  if (text.length <= maxComment) return text
  const kept = text.slice(0, text.lastIndexOf('\n', maxComment))
  const fences = kept.split('\n').flatMap((line) => /^`{3,}/.exec(line)?.[0] ?? [])
  const open = fences.length % 2 === 1 ? `\n${fences.at(-1)}` : ''
  return `${kept}${open}\n\n… and more: the job's summary has all of it.\n`
}
