import type { Page } from 'playwright-core'

type Fiber = { tag: number; flags: number; alternate: Fiber | null; child: Fiber | null; sibling: Fiber | null }
type Counting = { rendered: number }

/** Has React count the components it renders, told as it tells its own tools. Before the page opens. */
export const countRendered = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const performedWork = 1
    const components = [0, 11, 14, 15]
    const counting: Counting = { rendered: 0 }
    const count = (fiber: Fiber): void => {
      if (components.includes(fiber.tag) && fiber.flags & performedWork) counting.rendered += 1
      // A part that was left as it is has the very same children.
      if (fiber.child === fiber.alternate?.child) return
      for (let child = fiber.child; child; child = child.sibling) if (child !== child.alternate) count(child)
    }
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => count(root.current),
      onCommitFiberUnmount: () => undefined,
    }
    Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, counting })
  })
}

/** How many components something made React render, with what it put off until it had time for it. */
export const renderedBy = async (page: Page, act: () => Promise<void>): Promise<number> => {
  const read = () =>
    page.evaluate(async () => {
      const { counting } = window as unknown as { counting: Counting }
      let before = -1
      while (before !== counting.rendered) {
        before = counting.rendered
        await new Promise((resolve) => requestIdleCallback(resolve))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      return counting.rendered
    })
  const before = await read()
  await act()
  return (await read()) - before
}
