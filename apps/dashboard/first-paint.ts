import type { Plugin } from 'vite'

/** Where most people begin. */
const list = '/src/pages/flags.tsx'

/**
 * What of the built page is fetched when. The files of the list are named in it, so that they are fetched beside the code and
 * not after it; the styles of the code stand behind the frame, which is painted without them.
 */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle }) => {
      if (!bundle) return page
      const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(list))
      if (chunk?.type !== 'chunk') throw new Error(`There is no chunk of ${list}.`)
      const later = (file: string, as: string) => `<link rel="later" href="./${file}" data-as="${as}">`
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])].map((file) => later(file, 'style'))
      const blocking = page.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      return blocking
        .reduce((rest, link) => rest.replace(link, ''), page)
        .replace('</head>', `${[later(chunk.fileName, 'script'), ...styles].join('')}</head>`)
        .replace('</body>', `${blocking.join('')}</body>`)
    },
  },
})
