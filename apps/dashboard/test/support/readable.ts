import type { Page } from 'playwright-core'

/** The least width of a wanted text that is cut off. */
const leastWidth = 100
/** The number of times an idle page is checked again. */
const often = 10

/**
 * Lists the texts that cannot be read at the current width, one per line; a test expects none. Enough of each `wanted`
 * element (selectors; the first match of each) has to be in view. Text that is cut off must end in an ellipsis and be
 * shown in full when it is pointed at; or it must be in an element that scrolls and shows that. No text may cover
 * another.
 */
export const findUnreadable = (page: Page, wanted: readonly string[]): Promise<string[]> =>
  page.evaluate(
    async ({ wanted, leastWidth, often }) => {
      type Box = { left: number; right: number; top: number; bottom: number }
      // Less than this is rounding, or the space above and below letters.
      const [slack, air] = [1.5, 5]
      const nameOf = (one: Element): string => {
        const text = (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()
        return `${one.tagName.toLowerCase()}.${one.className} “${text.slice(0, 40)}”`
      }
      const ancestorsOf = (one: Element): Element[] =>
        one.parentElement ? [one.parentElement, ...ancestorsOf(one.parentElement)] : []
      const styles = new Map<Element, CSSStyleDeclaration>()
      const styleOf = (one: Element): CSSStyleDeclaration => {
        const style = styles.get(one) ?? getComputedStyle(one)
        styles.set(one, style)
        return style
      }
      const isBeside = (one: Element): boolean => /sticky|fixed/.test(styleOf(one).position)

      /** The lines of every visible text, each with its ancestors. */
      const linesOf = () => {
        const lines: { text: Text; parent: Element; around: Element[]; box: Box }[] = []
        const walker = document.createTreeWalker(document.querySelector('.main') ?? document.body, NodeFilter.SHOW_TEXT)
        const range = document.createRange()
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement as Element
          if (node.textContent?.trim() === '') continue
          if (
            parent.closest('svg, .sr-only, .skip, option, script') ||
            !parent.checkVisibility({ visibilityProperty: true })
          )
            continue
          range.selectNodeContents(node)
          const around = [parent, ...ancestorsOf(parent)]
          for (const box of range.getClientRects()) {
            if (box.width > slack) lines.push({ text: node as Text, parent, around, box })
          }
        }
        return lines
      }

      const findCut = (lines: ReturnType<typeof linesOf>): string[] => {
        const found = new Set<string>()
        for (const { parent, around, box } of lines) {
          for (const one of around) {
            const style = styleOf(one)
            if (style.overflowX === 'visible') continue
            const clip = one.getBoundingClientRect()
            // Elements of a single pixel are only for screen readers.
            if (clip.width <= 1) break
            const isAside = box.right > clip.right + slack || box.left < clip.left - slack
            const isPartly = box.bottom > clip.bottom + air && box.top < clip.bottom - air
            if (/auto|scroll/.test(style.overflowX)) {
              const showsIt = style.scrollbarWidth !== 'none' || style.backgroundImage !== 'none'
              if (isAside && !showsIt)
                found.add(`${nameOf(parent)} is cut in ${nameOf(one)}, which does not show that it scrolls`)
              break
            }
            const hasEllipsis = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
            if ((isAside || isPartly) && !hasEllipsis) found.add(`${nameOf(parent)} is cut in ${nameOf(one)}`)
            if (!isAside || !hasEllipsis) continue
            parent.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
            const says = parent.closest('[title]')?.getAttribute('title') ?? ''
            if (!says.includes(parent.textContent?.trim() ?? '')) found.add(`${nameOf(parent)} can be read nowhere`)
            break
          }
        }
        return [...found]
      }

      /** The visible part of a line: clipping ancestors hide the rest. */
      const seen = ({ around, box }: ReturnType<typeof linesOf>[number]): Box =>
        around
          .filter((one) => styleOf(one).overflowX !== 'visible')
          .map((one) => one.getBoundingClientRect())
          .reduce<Box>(
            (a, b) => ({
              left: Math.max(a.left, b.left),
              right: Math.min(a.right, b.right),
              top: Math.max(a.top, b.top),
              bottom: Math.min(a.bottom, b.bottom),
            }),
            box,
          )

      const findOverlaid = (lines: ReturnType<typeof linesOf>): string[] => {
        const still = lines
          .filter(({ around }) => !around.some(isBeside))
          .map((line) => ({ ...line, box: seen(line) }))
          .filter(({ box }) => box.right > box.left && box.bottom > box.top)
          .sort((a, b) => a.box.top - b.box.top)
        const found = new Set<string>()
        for (const [at, a] of still.entries()) {
          for (let next = at + 1; next < still.length; next += 1) {
            const b = still[next] as (typeof still)[number]
            if (b.box.top > a.box.bottom - air) break
            if (a.text === b.text) continue
            const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
            const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
            if (wide > 2 && high > air) found.add(`${nameOf(a.parent)} lies on ${nameOf(b.parent)}`)
          }
        }
        return [...found]
      }

      const findOutOfView = (selector: string): string[] => {
        const one = [...document.querySelectorAll(selector)].find((each) => each.checkVisibility())
        if (!one) return [`${selector} is not there`]
        one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
        const { left, right, top, bottom, width } = one.getBoundingClientRect()
        const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        const isWhole = one.scrollWidth <= one.clientWidth || styleOf(one).display === 'inline'
        return [
          ...(left < -slack || right > innerWidth + slack ? [`${nameOf(one)} is beside the window`] : []),
          ...(on && (one.contains(on) || on.contains(one)) ? [] : [`${nameOf(one)} lies under ${on && nameOf(on)}`]),
          ...(isWhole || width >= leastWidth ? [] : [`${nameOf(one)} is ${Math.round(width)} px wide`]),
        ]
      }

      const look = (): string[] => {
        styles.clear()
        scrollTo(0, 0)
        const lines = linesOf()
        const sideways = document.documentElement.scrollWidth - innerWidth
        return [
          ...(sideways > 0 ? [`the page scrolls sideways by ${sideways} px`] : []),
          ...findCut(lines),
          ...findOverlaid(lines),
          ...wanted.flatMap(findOutOfView),
        ]
      }
      const idle = () =>
        new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 1_000 })))
      // The layout adapts to the window's width a frame or two later: only findings that remain when the page is idle count.
      await idle()
      let found = look()
      for (let same = 0; found.length > 0 && same < often; ) {
        await idle()
        const again = look()
        same = again.join() === found.join() ? same + 1 : 0
        found = again
      }
      return found
    },
    { wanted, leastWidth, often },
  )
