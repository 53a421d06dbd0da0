import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { budget } from './script/budget.ts'
import { compress } from './script/compress.ts'
import { serviceWorker } from './script/serviceWorker.ts'

const server = 'http://127.0.0.1:7070'
const proxiedPaths = ['/api', '/session', '/control', '/sign-in']

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), budget(), serviceWorker(), compress()],
  resolve: { alias: { entities: join(import.meta.dirname, 'src/blocks/htmlEntities.ts') } },
  // All classes of a file share one suffix, which compresses well.
  css: { modules: { generateScopedName: (name, file) => `${name}_${suffixOf(file)}` } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
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

function suffixOf(file: string): string {
  return createHash('sha256').update(basename(file)).digest('base64url').slice(0, 4)
}
