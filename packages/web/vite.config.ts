import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './script/budget.ts'
import { shortClassNames } from './script/classNames.ts'
import { compress } from './script/compress.ts'
import { serviceWorker } from './script/serviceWorker.ts'

const server = 'http://127.0.0.1:7070'
const proxiedPaths = ['/api', '/session', '/control', '/sign-in']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), budget(), serviceWorker(), compress()],
  resolve: { alias: { entities: join(import.meta.dirname, 'src/blocks/htmlEntities.ts') } },
  css: { modules: { generateScopedName: shortClassNames } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    // The content security policy only allows files of this origin, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox121', 'safari17.5'],
    // Everything that the first paint needs is one file, which compresses better than several.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
  server: {
    port: 7071,
    proxy: {
      ...Object.fromEntries(proxiedPaths.map((path) => [path, server])),
      '/feed': { target: server.replace('http', 'ws'), ws: true },
    },
  },
})
