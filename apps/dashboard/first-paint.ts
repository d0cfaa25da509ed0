import type { Plugin } from 'vite'

/** Moves the stylesheet links to the end of the page: the frame before them is painted without waiting for them. */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => {
      const blocking = page.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      return blocking
        .reduce((rest, link) => rest.replace(link, ''), page)
        .replace('</body>', `${blocking.join('')}</body>`)
    },
  },
})
