import { endpoints, permalinkOf } from '@bunting/contract'
import { handle } from '../../http/endpoint/handle.ts'
import { inReadingOrder, pageSlices } from '../../rules/code-references.ts'

export const listCodeBranches = handle(endpoints.listCodeBranches, (ctx) =>
  ctx.store.codeBranches.list(ctx.project.id, ctx.query),
)

export const listCodeReferences = handle(endpoints.listCodeReferences, async (ctx) => {
  const { codeReferences, codeRemovals } = ctx.store
  const branches = inReadingOrder(await codeReferences.branchesOf(ctx.flag.id))
  const isInCode = branches.some(({ isDefault }) => isDefault)
  const { slices, nextCursor, hasMore } = pageSlices(branches, ctx.query)
  const [found, removed] = await Promise.all([
    codeReferences.read(
      ctx.flag.id,
      slices.map(({ branch }) => branch.id),
    ),
    isInCode ? undefined : codeRemovals.find(ctx.flag.id),
  ])
  const items = slices.flatMap(({ branch: { id, repository, branch, commit, url }, from, to }) => {
    const { places = [], lines = null } = found.get(id) ?? {}
    return places.slice(from, to).map(([path, line, alias], at) => {
      const text = ctx.project.codeLines ? lines?.[from + at] : undefined
      return {
        ...{ repository, branch, commit, path, line },
        ...(url === null ? {} : { url: permalinkOf(url, { commit, path, line }) }),
        ...(alias === undefined ? {} : { alias }),
        ...(text == null ? {} : { text }),
      }
    })
  })
  return { items, nextCursor, hasMore, ...(removed && { removed }) }
})
