import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractRoutes } from './contract-routes.ts'
import { firstPaint } from './first-paint.ts'
import { oneByOne } from './one-by-one.ts'
import { splitByNeed } from './split-by-need.ts'

const { plugin: needs, codeSplitting } = splitByNeed()

/** Pages bring their styles when they are opened: whichever comes first, the layers keep their order. */
const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.css$/ },
    handler: (code) => `@layer theme, base, components, utilities;\n${code}`,
  },
})

export default defineConfig({
  root: import.meta.dirname,
  // Every file names others from where it is: the server may be under any path (see src/base.ts).
  base: './',
  plugins: [layerOrder(), react(), tailwindcss(), contractRoutes(), oneByOne(), firstPaint(), needs],
  build: {
    target: 'es2024',
    // From here on browsers know light-dark() and relative colours, which must stay as they are written.
    cssTarget: ['chrome125', 'firefox128', 'safari18'],
    // The Content-Security-Policy takes fonts and pictures from files alone.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // All of those browsers know it.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting,
      },
    },
  },
})
