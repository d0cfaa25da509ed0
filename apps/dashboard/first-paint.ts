import type { Plugin } from 'vite'

/** The styles of the code stand behind the frame, which is painted without them. */
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
